import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MediaPrograms } from './media-programs';

const { signal } = new AbortController();
const LONG_MS = 20 * 60_000;

it('short work does not wait for a second long one, and work has the time that it says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'luit-programs-'));
  const tool = join(folder, 'tool');
  await writeFile(tool, '#!/bin/sh\nsleep 0.3\n', { mode: 0o755 });
  const programs = new MediaPrograms(tool, tool, 100);
  const ended: string[] = [];
  const run = async (name: string, moreMs: number) => {
    await programs.run('ffmpeg', [], signal, moreMs);
    ended.push(name);
  };
  try {
    await Promise.all([run('long', LONG_MS), run('second long', LONG_MS), run('short', 10_000)]);
    expect(ended.at(-1)).toBe('second long');
    await expect(programs.run('ffmpeg', [], signal)).rejects.toMatchObject({ killed: true });
  } finally {
    await rm(folder, { recursive: true });
  }
});
