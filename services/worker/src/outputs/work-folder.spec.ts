import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned, withWorkFolder } from './work-folder';

describe('temporary work folders', () => {
  let parent: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'luit-work-'));
  });

  afterEach(() => rm(parent, { recursive: true }));

  it('a folder is removed after the work, also if it fails', async () => {
    const seen = await withWorkFolder(async (folder) => {
      await writeFile(join(folder, 'video.mp4'), 'x');
      return readdir(parent);
    }, parent);
    expect(seen).toHaveLength(1);
    await expect(withWorkFolder(() => Promise.reject(new Error('failed')), parent)).rejects.toThrow('failed');
    expect(await readdir(parent)).toEqual([]);
  });

  it('only abandoned folders of killed processes are removed', async () => {
    await withWorkFolder(async (inUse) => {
      const [killed, other] = ['luit-output-killed', 'other-folder'].map((name) => join(parent, name));
      for (const folder of [killed, other]) await mkdtemp(`${folder}-`);
      const old = new Date(Date.now() - 25 * 3_600_000);
      for (const name of await readdir(parent)) {
        if (!inUse.endsWith(name)) await utimes(join(parent, name), old, old);
      }
      expect(await removeAbandoned(parent)).toBe(1);
      expect((await readdir(parent)).map((name) => name.replace(/-[^-]*$/, '')).sort()).toEqual([
        'luit-output',
        'other-folder',
      ]);
    }, parent);
  });
});
