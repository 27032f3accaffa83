import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Shorter texts are not random enough to tell guests apart. */
const MIN_SECRET_CHARACTERS = 16;

/**
 * The account of a guest's order. The same intent of the same guest names the same account, so asking again answers the
 * first order and its claim, which opens the video. Nobody else may name that account, so it takes two things:
 *
 * - the browser's own session id with any key, as the web app sends them; or
 * - without one, the client's address and a key that cannot be guessed (16 characters or more, better a UUID). The
 *   address keeps out whoever read the key elsewhere; the key keeps out those behind the same address.
 *
 * With less there is nothing to be recognised by, and each order stands alone.
 *
 * @param address as `addressPrefix` gives it
 */
export function guestAccountOf(
  guestSessionId: string | undefined,
  idempotencyKey: string | undefined,
  address: string,
): string {
  if (!idempotencyKey) return uuidv7();
  if (isSecret(guestSessionId)) return accountNamed(`${guestSessionId}\n${idempotencyKey}`);
  return isSecret(idempotencyKey) ? accountNamed(`address\n${address}\n${idempotencyKey}`) : uuidv7();
}

function isSecret(text: string | undefined): boolean {
  return text !== undefined && text.length >= MIN_SECRET_CHARACTERS;
}

function accountNamed(intent: string): string {
  const bytes = createHash('sha256').update(intent).digest().subarray(0, 16);
  // Version 8: a UUID of our own making (RFC 9562, 5.8).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
