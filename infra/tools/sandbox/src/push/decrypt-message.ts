import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The browser's part of its subscription, URL-safe base64. */
export interface BrowserKeys {
  privateKey: string;
  p256dh: string;
  auth: string;
}

/** Octets of the header before the key of the sender: salt, record size and the length of that key (RFC 8188, 2.1). */
const SALT_LENGTH = 16;
const KEY_LENGTH_AT = 20;
const HEADER_LENGTH = 21;
const TAG_LENGTH = 16;
/** Marks the end of the last record (RFC 8188, 2). */
const LAST_RECORD = 2;

/**
 * Decrypts a message of one record with the content encoding `aes128gcm`, as browsers do (RFC 8291, 3.4).
 *
 * @throws Error if it was encrypted for another browser or was changed
 */
export function decryptMessage(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_LENGTH);
  const end = HEADER_LENGTH + (body[KEY_LENGTH_AT] ?? 0);
  const senderKey = body.subarray(HEADER_LENGTH, end);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey]);
  const secret = derive(curve.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-TAG_LENGTH));
  const padded = Buffer.concat([decipher.update(body.subarray(end, -TAG_LENGTH)), decipher.final()]);
  const delimiter = padded.lastIndexOf(LAST_RECORD);
  if (delimiter < 0) throw new Error('The message has no last record');
  return padded.toString('utf8', 0, delimiter);
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
