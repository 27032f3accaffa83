import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq, TimeStampResp } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { fetch } from './c2pa.mjs';

const SHA256 = '2.16.840.1.101.3.4.2.1';
/** `granted` and `grantedWithMods`. */
const GRANTED = [0, 1];
const TIMEOUT_MS = 5_000;
/** The size of a response; common authorities send up to 7 kB. */
export const MAX_TIME_STAMP_BYTES = 12_000;

/**
 * Asks an authority for a time stamp of a message (RFC 3161). The authority gets only its hash.
 *
 * @param {Uint8Array} message
 * @param {string} url
 * @returns {Promise<Buffer>} DER of the `TimeStampToken`, which contains the certificates of the authority
 * @throws Error if the authority does not answer, or answers something else
 */
export async function timeStamp(message, url) {
  const digest = createHash('sha256').update(message).digest();
  const nonce = randomBytes(8);
  // An integer without a sign and without leading zeros.
  nonce[0] = (nonce[0] & 0x7f) | 0x40;
  const request = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(digest),
    }),
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: AsnConvert.serialize(request),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The time stamp authority answered with status ${response.status}`);
  const answer = await response.arrayBuffer();
  if (answer.byteLength > MAX_TIME_STAMP_BYTES) throw new Error('The answer of the time stamp authority is too large');
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp);
  if (!timeStampToken || !GRANTED.includes(status.status))
    throw new Error('The time stamp authority refused the request');
  const token = Buffer.from(AsnConvert.serialize(timeStampToken));
  // A time stamp repeats the request. A time stamp of another request would not keep the signature valid.
  if (!token.includes(digest) || !token.includes(nonce))
    throw new Error('The time stamp authority answered another request');
  return token;
}
