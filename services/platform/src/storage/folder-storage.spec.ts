import { pbkdf2 } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { FolderStorage } from './folder-storage';
import { describeStorage } from '../testing/storage-contract';

describe('FolderStorage', () => {
  const folders: string[] = [];

  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'luit-storage-'));
    folders.push(folder);
    return folder;
  };

  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  describeStorage('folder', async () => new FolderStorage(await newFolder()));

  it('other users can neither enter its folders nor read its files', async () => {
    const root = join(await newFolder(), 'storage');
    const storage = new FolderStorage(root);
    await storage.assertWritable();
    await storage.put('a/b.mp4', Readable.from(['abc']), { contentType: 'video/mp4', maxBytes: 3 });
    const modeOf = async (...parts: string[]) => ((await stat(join(root, ...parts))).mode & 0o777).toString(8);
    expect(await Promise.all([modeOf(), modeOf('a'), modeOf('.incoming'), modeOf('a', 'b.mp4')])).toEqual([
      '700',
      '700',
      '700',
      '600',
    ]);
  });

  it('a failed put leaves no file behind', async () => {
    const root = await newFolder();
    const storage = new FolderStorage(root);
    const put = storage.put('a/b.mp4', Readable.from(['abc']), { contentType: 'video/mp4', maxBytes: 2 });
    await expect(put).rejects.toThrow('larger than 2 bytes');
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
    expect(await readdir(root)).toEqual(['.incoming']);
  });

  it('content that fails before its file is open leaves no file behind', async () => {
    const root = await newFolder();
    const storage = new FolderStorage(root);
    for (let round = 0; round < 50; round++) {
      // Keeps the threads that open and remove files busy, so that both operations overlap.
      const busy = Promise.all(Array.from({ length: 4 }, () => promisify(pbkdf2)('a', 'b', 5_000, 64, 'sha512')));
      const content = new PassThrough().destroy(new Error('aborted'));
      const put = storage.put('a/b.mp4', content, { contentType: 'video/mp4', maxBytes: 3 });
      await expect(put).rejects.toThrow('aborted');
      await busy;
    }
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
  });

  it('removeAbandoned removes incomplete files older than a day and no others', async () => {
    const root = await newFolder();
    const storage = new FolderStorage(root);
    expect(await storage.removeAbandoned()).toBe(0);
    await mkdir(join(root, '.incoming'));
    await writeFile(join(root, '.incoming', 'old'), '');
    await writeFile(join(root, '.incoming', 'young'), '');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(join(root, '.incoming', 'old'), twoDaysAgo, twoDaysAgo);
    expect(await storage.removeAbandoned()).toBe(1);
    expect(await readdir(join(root, '.incoming'))).toEqual(['young']);
  });

  it('assertWritable throws if the folder is not writable', async () => {
    const root = await newFolder();
    await writeFile(join(root, 'a-file'), '');
    await expect(new FolderStorage(join(root, 'a-file')).assertWritable()).rejects.toThrow();
    await expect(new FolderStorage(join(root, 'fresh')).assertWritable()).resolves.toBeUndefined();
  });
});
