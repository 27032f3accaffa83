import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { encode } from 'cborg';

/** CBOR's tag 18, which marks a COSE_Sign1 structure (RFC 9052, section 4.2). */
const COSE_SIGN1 = Buffer.from([0xd2]);
/** Header parameters and their values (RFC 9052, section 3.1; RFC 9053, section 2.1; RFC 9360, section 2). */
const [ALGORITHM, ES256, CERTIFICATE_CHAIN] = [1, -7, 33];
const EMPTY = Buffer.alloc(0);
/** For a signature of 64 bytes, and the headers around it and the certificates. */
const OTHER_BYTES = 300;

/**
 * The number of bytes to reserve for a signature without a time stamp. The rest is padding, which anyone who has the file could change.
 *
 * @param {{ certificates: string[] }} signer PEM
 * @returns {number}
 */
export function maxSizeOf({ certificates }) {
  return certificates.reduce((size, pem) => size + new X509Certificate(pem).raw.length, OTHER_BYTES);
}

/**
 * Signs a claim according to the C2PA specification 2.2, “Digital signatures”: a COSE_Sign1 structure without a payload, which `pad` fills
 * to the size that was reserved for it.
 *
 * @param {Uint8Array} claim
 * @param {{ certificates: string[], key: string }} signer PEM; the certificate of the key comes first
 * @param {number} size bytes
 * @param {(message: Uint8Array) => Promise<Buffer | null>} timeStampOf gets the bytes that the time stamp covers; null for none
 * @returns {Promise<Buffer>}
 */
export async function coseSign(claim, { certificates, key }, size, timeStampOf) {
  const chain = certificates.map((pem) => new X509Certificate(pem).raw);
  const headers = encode(
    new Map([
      [ALGORITHM, ES256],
      [CERTIFICATE_CHAIN, chain],
    ]),
  );
  const signed = encode(['Signature1', headers, EMPTY, claim]);
  const signature = sign('sha256', signed, { key: createPrivateKey(key), dsaEncoding: 'ieee-p1363' });
  const token = await timeStampOf(encode(['CounterSignature', headers, EMPTY, encode(signature)]));
  const timeStamp = token === null ? {} : { sigTst2: { tstTokens: [{ val: token }] } };
  const padded = (bytes) =>
    Buffer.concat([COSE_SIGN1, encode([headers, { ...timeStamp, pad: Buffer.alloc(bytes) }, null, signature])]);
  // The length of the padding is encoded in up to three bytes.
  const free = size - padded(0).length;
  for (const bytes of [free, free - 1, free - 2]) {
    const structure = bytes >= 0 ? padded(bytes) : EMPTY;
    if (structure.length === size) return structure;
  }
  throw new Error(`The signature does not fit into ${size} bytes`);
}
