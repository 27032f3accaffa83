import { X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { contentTypeOf, type Storage } from '../storage/storage';
import type { Signer } from './sign-content';

const FOLDER = 'content-credentials/signers';
const MAX_BYTES = 100_000;

const knownSigner = z.object({
  /** Of the certificate that signs, decimal. */
  serialNumber: z.string(),
  /** The last certificate of its chain, PEM. */
  authority: z.string(),
});
/** A certificate with which outputs were signed here. Its authority, which may have issued others, vouches for its serial number. */
export type KnownSigner = z.infer<typeof knownSigner>;

/**
 * All certificates with which outputs were ever signed, in the storage: verifications also know those that were replaced since. They are
 * public.
 */
export class KnownSigners {
  constructor(private readonly storage: Storage) {}

  /** Idempotent. @throws errors of the storage */
  async add({ certificates }: Signer): Promise<void> {
    const serialNumber = serialNumberOf(certificates[0]);
    const key = `${FOLDER}/${serialNumber}.json`;
    if (await this.storage.stat(key)) return;
    const signer: KnownSigner = { serialNumber, authority: certificates.at(-1)! };
    const options = { contentType: contentTypeOf(key), maxBytes: MAX_BYTES };
    await this.storage.put(key, Readable.from([Buffer.from(JSON.stringify(signer))]), options);
  }

  /** @throws errors of the storage */
  async list(): Promise<KnownSigner[]> {
    const signers: KnownSigner[] = [];
    for await (const { key } of this.storage.list(FOLDER)) {
      const file = await this.storage.get(key);
      if (file) signers.push(knownSigner.parse(await json(file.stream)));
    }
    return signers;
  }
}

/** Decimal, as the C2PA library reports it. */
function serialNumberOf(certificate: string): string {
  return BigInt(`0x${new X509Certificate(certificate).serialNumber}`).toString();
}
