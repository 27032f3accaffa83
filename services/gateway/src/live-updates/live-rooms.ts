/** Every socket of a person, on every replica. */
export function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** The sockets of operators who watch that. */
export function operatorsRoom(topic: 'jobs' | 'alerts'): string {
  return `operators:${topic}`;
}

/** The sockets of one session. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** The sockets of guests who hold a claim to one request. */
export function requestRoom(requestId: string): string {
  return `request:${requestId}`;
}
