import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'luit-output-';
/** Far longer than processing any output takes. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Runs `work` with a temporary folder on the local disk. */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = await mkdtemp(join(parent, PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes folders that killed processes left behind. @returns how many */
export async function removeAbandoned(parent = tmpdir()): Promise<number> {
  const before = Date.now() - ABANDONED_AFTER_MS;
  let removed = 0;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    // Another worker may have removed it meanwhile.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs >= before) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
