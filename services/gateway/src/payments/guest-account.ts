import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Shorter ones are not random enough to tell guests apart. */
const MIN_SESSION_CHARACTERS = 16;

/**
 * The account of a guest's order. The same intent of the same browser names the same account, so asking again answers
 * the first order; without either there is nothing to be recognised by, and each order stands alone.
 */
export function guestAccountOf(guestSessionId: string | undefined, idempotencyKey: string | undefined): string {
  if (!idempotencyKey || !guestSessionId || guestSessionId.length < MIN_SESSION_CHARACTERS) return uuidv7();
  const bytes = createHash('sha256').update(`${guestSessionId}\n${idempotencyKey}`).digest().subarray(0, 16);
  // Version 8: a UUID of our own making (RFC 9562, 5.8).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
