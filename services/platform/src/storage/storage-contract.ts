import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileTooLargeError, RangeNotSatisfiableError, type Storage, StorageKeyError } from './storage';

const VIDEO = { contentType: 'video/mp4', maxBytes: 1_000_000 };
const KEY = 'outputs/0199-a/video.mp4';

/** What every store has to do; each implementation's spec runs it. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`${name}: what every storage does`, () => {
    let storage: Storage;

    beforeEach(async () => {
      storage = await open();
    });

    const read = async (key: string, range?: { start: number; end?: number }): Promise<Buffer | null> => {
      const file = await storage.get(key, range);
      return file && buffer(file.stream);
    };

    it('gives back what was put, with its size and type', async () => {
      const content = randomBytes(300_000);
      expect(await storage.put(KEY, Readable.from([content]), VIDEO)).toBe(content.length);
      expect(await storage.stat(KEY)).toMatchObject({ size: content.length, contentType: 'video/mp4' });
      const file = await storage.get(KEY);
      expect(file).toMatchObject({ size: content.length, contentType: 'video/mp4', range: null });
      expect((await read(KEY))?.equals(content)).toBe(true);
      file?.stream.destroy();
    });

    it('gives a range, both ends included, cut at the end', async () => {
      await storage.put(KEY, Readable.from([Buffer.from('0123456789')]), VIDEO);
      expect(String(await read(KEY, { start: 2, end: 4 }))).toBe('234');
      expect(String(await read(KEY, { start: 7 }))).toBe('789');
      expect(String(await read(KEY, { start: 8, end: 500 }))).toBe('89');
      await expect(storage.get(KEY, { start: 10 })).rejects.toThrow(RangeNotSatisfiableError);
    });

    it('knows nothing of what was never put or was removed', async () => {
      expect(await storage.get(KEY)).toBeNull();
      expect(await storage.stat(KEY)).toBeNull();
      await storage.remove(KEY);
      await storage.put(KEY, Readable.from(['x']), VIDEO);
      await storage.remove(KEY);
      expect(await storage.stat(KEY)).toBeNull();
    });

    it('keeps the former content when what follows is too large, breaks off or is given up', async () => {
      await storage.put(KEY, Readable.from(['former']), VIDEO);
      await expect(storage.put(KEY, Readable.from(['too large']), { ...VIDEO, maxBytes: 8 })).rejects.toThrow(
        FileTooLargeError,
      );
      const broken = new PassThrough();
      broken.write('half');
      broken.destroy(new Error('the line went dead'));
      await expect(storage.put(KEY, broken, VIDEO)).rejects.toThrow('the line went dead');
      const stuck = new PassThrough();
      const givingUp = new AbortController();
      const putting = storage.put(KEY, stuck, { ...VIDEO, signal: givingUp.signal });
      stuck.write('half', () => givingUp.abort());
      await expect(putting).rejects.toThrow('aborted');
      expect(String(await read(KEY))).toBe('former');
    });

    it('lets a reader finish with what it opened while the key is replaced', async () => {
      await storage.put(KEY, Readable.from(['former']), VIDEO);
      const opened = await storage.get(KEY);
      await storage.put(KEY, Readable.from(['later']), VIDEO);
      expect(opened && String(await buffer(opened.stream))).toBe('former');
      expect(String(await read(KEY))).toBe('later');
    });

    it.each([
      '../a.mp4',
      'a/../../b.mp4',
      '/etc/a.mp4',
      'a//b.mp4',
      '.incoming/a.mp4',
      'a\\b.mp4',
      'a\0.mp4',
      'a.exe',
      'mp4',
    ])('refuses %j as a key', async (key) => {
      await expect(storage.put(key, Readable.from(['x']), VIDEO)).rejects.toThrow(StorageKeyError);
      await expect(storage.get(key)).rejects.toThrow(StorageKeyError);
      await expect(storage.stat(key)).rejects.toThrow(StorageKeyError);
      await expect(storage.remove(key)).rejects.toThrow(StorageKeyError);
    });

    it('refuses a type that the key does not stand for', async () => {
      await expect(storage.put('a/poster.jpg', Readable.from(['x']), VIDEO)).rejects.toThrow(StorageKeyError);
    });
  });
}
