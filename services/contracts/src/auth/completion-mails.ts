/** Prefix of the Redis keys of sets: the sessions of the owner whose clients have received the outcome of a request. */
export const SEEN_KEYS = 'luit:seen:{seen}:';

export function seenKey(requestId: string): string {
  return `${SEEN_KEYS}${requestId}`;
}

/** An older outcome is not mailed anymore, milliseconds. */
export const MAX_COMPLETION_AGE_MS = 15 * 60_000;
