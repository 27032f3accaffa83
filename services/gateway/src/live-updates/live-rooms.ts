/** All sockets of an account. */
export function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Sockets of operators who subscribed to the topic. */
export function operatorRoom(topic: 'jobs' | 'alerts'): string {
  return `operators:${topic}`;
}

/** Sockets of one session. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Sockets of guests with an access token for the request. */
export function requestRoom(requestId: string): string {
  return `request:${requestId}`;
}
