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

describe('the programs of the machine', () => {
  const path = process.env.PATH;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-programs-'));
    process.env.PATH = folder;
  });
  afterEach(() => {
    process.env.PATH = path;
    return rm(folder, { recursive: true });
  });
  const install = (name: string, version: string) =>
    writeFile(join(folder, name), `#!/bin/sh\necho '${name} version ${version} Copyright'\n`, { mode: 0o755 });

  it.each(['5.1.6-0+deb12u1', 'n7.1', 'N-118000-g0a1b2c3'])('version %s is used in production', async (version) => {
    await install('ffmpeg', version);
    await install('ffprobe', version);
    expect(await MediaPrograms.find(1_000, 'production')).toBeInstanceOf(MediaPrograms);
  });

  it('production does not start with an old or a missing one', async () => {
    await install('ffprobe', '7.1.1');
    await expect(MediaPrograms.find(1_000, 'production')).rejects.toThrow('ffmpeg 5 or newer is not installed');
    await install('ffmpeg', '4.4.2-0ubuntu0');
    await expect(MediaPrograms.find(1_000, 'production')).rejects.toThrow('ffmpeg 5 or newer is not installed');
    expect(await MediaPrograms.find(1_000, 'local')).toBeInstanceOf(MediaPrograms);
  });
});
