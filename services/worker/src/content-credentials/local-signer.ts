import type { Signer } from '@luit/media/content-credentials/sign-content';
import { createTestSigner } from '@luit/media/content-credentials/test-authority';
import { contentTypeOf, type Storage } from '@luit/platform/storage/storage';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const KEY = 'content-credentials/test-signer.json';
const MAX_BYTES = 100_000;

const signer = z.object({ certificates: z.tuple([z.string()], z.string()), key: z.string() });

/**
 * The test signer of local mode if no certificate is configured. The first worker creates it and keeps it in the storage, so that it stays
 * the same.
 *
 * @throws errors of the storage
 */
export async function localSigner(storage: Storage): Promise<Signer> {
  const stored = await storage.get(KEY);
  if (stored) return signer.parse(await json(stored.stream));
  const created = await createTestSigner();
  const options = { contentType: contentTypeOf(KEY), maxBytes: MAX_BYTES };
  await storage.put(KEY, Readable.from([Buffer.from(JSON.stringify(created))]), options);
  return created;
}
