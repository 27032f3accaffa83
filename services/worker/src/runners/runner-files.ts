import type { DeliveredOutput } from '@luit/contracts/generation/runners';
import { OutputError } from '@luit/engines/transport/output-error';
import { ByteLimit } from '@luit/platform/storage/byte-limit';
import { FileTooLargeError, type Storage } from '@luit/platform/storage/storage';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Keys begin with the id of their job. */
export const RUNNER_FOLDERS = { inputs: 'runner-inputs', outputs: 'runner-outputs' } as const;

/**
 * Joins the parts of an output that a runner has delivered.
 *
 * @throws OutputError if parts are missing, or the file is not the one that the runner announced; errors of the disk or storage
 */
export async function joinParts(
  storage: Storage,
  { parts, bytes, sha256 }: DeliveredOutput,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const limit = new ByteLimit(bytes);
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.from(contentOf(storage, parts)), limit, hashed, createWriteStream(file), { signal });
  } catch (error) {
    if (error instanceof FileTooLargeError) throw damaged();
    throw error;
  }
  if (limit.bytes !== bytes || hash.digest('hex') !== sha256) throw damaged();
}

async function* contentOf(storage: Storage, parts: string[]): AsyncGenerator<Buffer> {
  for (const key of parts) {
    const part = await storage.get(key);
    if (!part) throw new OutputError('no_output', 'A part of the output is missing', true);
    yield* part.stream as AsyncIterable<Buffer>;
  }
}

function damaged(): OutputError {
  return new OutputError('damaged', 'The output differs from what the runner announced', true);
}
