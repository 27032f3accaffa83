import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, which does not reveal where the texts differ. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
