import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned, withWorkFolder } from './work-folder';

describe('folders for outputs in the making', () => {
  let parent: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'luit-work-'));
  });

  afterEach(() => rm(parent, { recursive: true }));

  it('are gone when the work is done, or failed', async () => {
    const seen = await withWorkFolder(async (folder) => {
      await writeFile(join(folder, 'video.mp4'), 'x');
      return readdir(parent);
    }, parent);
    expect(seen).toHaveLength(1);
    await expect(withWorkFolder(() => Promise.reject(new Error('no film')), parent)).rejects.toThrow('no film');
    expect(await readdir(parent)).toEqual([]);
  });

  it('of a process that was killed are removed, and neither those in use nor anything else', async () => {
    await withWorkFolder(async (inUse) => {
      const [killed, other] = ['luit-output-killed', 'somebody-elses'].map((name) => join(parent, name));
      for (const folder of [killed, other]) await mkdtemp(`${folder}-`);
      const old = new Date(Date.now() - 25 * 3_600_000);
      for (const name of await readdir(parent)) {
        if (!inUse.endsWith(name)) await utimes(join(parent, name), old, old);
      }
      expect(await removeAbandoned(parent)).toBe(1);
      expect((await readdir(parent)).map((name) => name.replace(/-[^-]*$/, '')).sort()).toEqual([
        'luit-output',
        'somebody-elses',
      ]);
    }, parent);
  });
});
