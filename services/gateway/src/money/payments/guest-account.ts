import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Shorter values are not random enough to distinguish guests. */
const MIN_SECRET_CHARACTERS = 16;

/**
 * Derives the account id of a guest's order. The same intent of the same guest yields the same account, so that a repeated
 * request returns the first order and its guest access token. No one else may derive that account, so it requires:
 *
 * - the session id of the browser and any idempotency key, as the web app sends them; or
 * - without a session id, the client's address and a key that cannot be guessed (16 characters or more, ideally a UUID). The
 *   address protects against a leaked key; the key protects against other clients at the same address.
 *
 * With less, guests cannot be recognized and every order gets a new account.
 *
 * @param address as returned by `addressPrefix`
 */
export function guestAccountOf(
  guestSessionId: string | undefined,
  idempotencyKey: string | undefined,
  address: string,
): string {
  if (!idempotencyKey) return uuidv7();
  if (isSecret(guestSessionId)) return accountFor(`${guestSessionId}\n${idempotencyKey}`);
  return isSecret(idempotencyKey) ? accountFor(`address\n${address}\n${idempotencyKey}`) : uuidv7();
}

function isSecret(text: string | undefined): boolean {
  return text !== undefined && text.length >= MIN_SECRET_CHARACTERS;
}

function accountFor(intent: string): string {
  const bytes = createHash('sha256').update(intent).digest().subarray(0, 16);
  // Version 8: a custom UUID (RFC 9562, section 5.8).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
