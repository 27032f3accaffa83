import { Logger } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { contentTypeOf, type Storage } from '@luit/platform/storage/storage';
import type { Signer } from './sign-content';

const FOLDER = 'content-credentials/signers';
const MAX_BYTES = 100_000;

const knownSigner = z.object({ certificate: z.string() });

/**
 * Every certificate that ever signed an output, kept in the storage so that verifications recognize replaced certificates too. They are
 * public.
 */
export class KnownSigners {
  private readonly log = new Logger(KnownSigners.name);

  constructor(private readonly storage: Storage) {}

  /** Idempotent. @throws errors of the storage */
  async add({ certificates: [certificate] }: Signer): Promise<void> {
    const fingerprint = new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();
    const key = `${FOLDER}/${fingerprint}.json`;
    if (await this.storage.stat(key)) return;
    const signer: z.infer<typeof knownSigner> = { certificate };
    const options = { contentType: contentTypeOf(key), maxBytes: MAX_BYTES };
    await this.storage.put(key, Readable.from([Buffer.from(JSON.stringify(signer))]), options);
  }

  /** Leaves out damaged files. @returns certificates in PEM @throws errors of the storage */
  async list(): Promise<string[]> {
    const certificates: string[] = [];
    for await (const { key } of this.storage.list(FOLDER)) {
      const file = await this.storage.get(key);
      const certificate = file && certificateIn(await text(file.stream));
      if (certificate) certificates.push(certificate);
      else if (file) this.log.error({ msg: 'The stored certificate of a signer is damaged', key });
    }
    return certificates;
  }
}

function certificateIn(content: string): string | null {
  try {
    const { certificate } = knownSigner.parse(JSON.parse(content));
    return new X509Certificate(certificate).toString();
  } catch {
    return null;
  }
}
