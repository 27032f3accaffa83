import { MAX_OUTPUT_PART_BYTES } from '@luit/contracts/generation/runner-limits';
import { backoff } from '@luit/platform/scheduling/backoff';
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type LuitClient, RefusedError } from './luit-client';
import { log } from './log';

export const RETRY = { firstMs: 500, maxMs: 15_000, jitter: 0.5 };
/** A part that a bad connection can still send. */
const MIN_PART_BYTES = 256 * 1_024;

/**
 * Uploads an output from its file and continues where an earlier attempt ended. Parts get smaller while the connection breaks.
 *
 * @throws RefusedError if Luit refuses it for good, or the reason of the signal
 */
export async function uploadOutput(
  client: LuitClient,
  job: { id: string; lease: number },
  file: { path: string; bytes: number },
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(file.path, 'r');
  let partBytes = MAX_OUTPUT_PART_BYTES;
  try {
    let offset: number | undefined;
    for (let failures = 0; offset !== file.bytes;) {
      signal.throwIfAborted();
      try {
        offset ??= await client.offsetOf(job);
        const bytes = Buffer.alloc(Math.min(partBytes, file.bytes - offset));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        if (bytesRead !== bytes.length) throw new Error(`The file ${file.path} has fewer bytes than before`);
        if (bytesRead > 0) offset = await client.putPart(job, { offset, size: file.bytes, bytes });
        failures = 0;
      } catch (error) {
        if (!mayRetry(error)) throw error;
        if (error instanceof RefusedError && error.offset !== undefined) {
          ({ offset } = error);
          continue;
        }
        offset = undefined;
        partBytes = Math.max(MIN_PART_BYTES, partBytes / 2);
        log('Upload interrupted', { job: job.id, reason: (error as Error).message });
        await pause(backoff(failures++, RETRY), undefined, { signal });
      }
    }
  } finally {
    await handle.close();
  }
}

/** No answer, an answer that something is unavailable, a damaged part, or another offset. */
export function mayRetry(error: unknown): boolean {
  if (!(error instanceof RefusedError)) return isConnectionError(error);
  return error.offset !== undefined || error.status >= 500 || [400, 401, 408, 429].includes(error.status);
}

/** By name, because a test has classes of errors of its own. `fetch` throws a TypeError with a cause. */
function isConnectionError(error: unknown): boolean {
  const { name, cause } = error as Error;
  return name === 'TimeoutError' || name === 'AbortError' || (name === 'TypeError' && cause !== undefined);
}
