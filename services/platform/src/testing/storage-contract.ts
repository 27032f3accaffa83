import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileTooLargeError, RangeNotSatisfiableError, type Storage, StorageKeyError } from '../storage/storage';

const VIDEO = { contentType: 'video/mp4', maxBytes: 1_000_000 };
const KEY = 'outputs/0199-a/video.mp4';

/** Tests of the `Storage` interface. The spec of each implementation runs them. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`${name} as a Storage`, () => {
    let storage: Storage;

    beforeEach(async () => {
      storage = await open();
    });

    const read = async (key: string, range?: { start: number; end?: number }): Promise<Buffer | null> => {
      const file = await storage.get(key, range);
      return file && buffer(file.stream);
    };

    it('returns stored content with its size and type', async () => {
      const content = randomBytes(300_000);
      expect(await storage.put(KEY, Readable.from([content]), VIDEO)).toBe(content.length);
      expect(await storage.stat(KEY)).toMatchObject({ size: content.length, contentType: 'video/mp4' });
      const file = await storage.get(KEY);
      expect(file).toMatchObject({ size: content.length, contentType: 'video/mp4', range: null });
      expect((await read(KEY))?.equals(content)).toBe(true);
      file?.stream.destroy();
    });

    it('returns an inclusive range, clamped to the end of the file', async () => {
      await storage.put(KEY, Readable.from([Buffer.from('0123456789')]), VIDEO);
      expect(String(await read(KEY, { start: 2, end: 4 }))).toBe('234');
      expect(String(await read(KEY, { start: 7 }))).toBe('789');
      expect(String(await read(KEY, { start: 8, end: 500 }))).toBe('89');
      await expect(storage.get(KEY, { start: 10 })).rejects.toThrow(RangeNotSatisfiableError);
    });

    it('returns null for a file that was never stored or was removed', async () => {
      expect(await storage.get(KEY)).toBeNull();
      expect(await storage.stat(KEY)).toBeNull();
      await storage.remove(KEY);
      await storage.put(KEY, Readable.from(['x']), VIDEO);
      await storage.remove(KEY);
      expect(await storage.stat(KEY)).toBeNull();
    });

    it('keeps the previous content if new content is too large, fails or is aborted', async () => {
      await storage.put(KEY, Readable.from(['previous']), VIDEO);
      await expect(storage.put(KEY, Readable.from(['too large']), { ...VIDEO, maxBytes: 8 })).rejects.toThrow(
        FileTooLargeError,
      );
      const broken = new PassThrough();
      broken.write('half');
      broken.destroy(new Error('connection lost'));
      await expect(storage.put(KEY, broken, VIDEO)).rejects.toThrow('connection lost');
      const stuck = new PassThrough();
      const abort = new AbortController();
      const putting = storage.put(KEY, stuck, { ...VIDEO, signal: abort.signal });
      stuck.write('half', () => abort.abort());
      await expect(putting).rejects.toThrow('aborted');
      expect(String(await read(KEY))).toBe('previous');
    });

    it('returns content larger than several upload parts, and a range across parts', async () => {
      const content = randomBytes(12_000_001);
      const chunks = Readable.from(slicesOf(content, 64 * 1024));
      expect(await storage.put(KEY, chunks, { ...VIDEO, maxBytes: content.length })).toBe(content.length);
      expect((await read(KEY))?.equals(content)).toBe(true);
      const range = { start: 5_000_000, end: 11_000_000 };
      expect((await read(KEY, range))?.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    });

    it('keeps the previous content if an upload of several parts fails', async () => {
      await storage.put(KEY, Readable.from(['previous']), VIDEO);
      const endless = Readable.from(endlessly(randomBytes(64 * 1024)));
      const options = { ...VIDEO, maxBytes: 12_000_000 };
      await expect(storage.put(KEY, endless, options)).rejects.toThrow(FileTooLargeError);
      expect(endless.destroyed).toBe(true);
      expect(String(await read(KEY))).toBe('previous');
    });

    it('rejects a range that starts past the end or ends before it starts', async () => {
      await storage.put(KEY, Readable.from(['0123456789']), VIDEO);
      for (const range of [{ start: 10 }, { start: 10, end: 20 }, { start: 5, end: 3 }, { start: -1 }]) {
        await expect(storage.get(KEY, range)).rejects.toMatchObject({ name: 'RangeNotSatisfiableError', size: 10 });
      }
      expect(await storage.get('outputs/none/video.mp4', { start: 10 })).toBeNull();
    });

    it('lists the files directly in a folder in the order of their keys, all or after one', async () => {
      const keys = Array.from({ length: 30 }, (_, index) => `uploads/${index}.png`);
      const others = ['uploads/deeper/a.png', 'uploads2/b.png', 'outputs/c.png'];
      for (const key of [...keys, ...others]) {
        await storage.put(key, Readable.from(['x']), { contentType: 'image/png', maxBytes: 1 });
      }
      const found = async (after?: string) => {
        const all: string[] = [];
        for await (const { key, modifiedAt } of storage.list('uploads', after)) {
          expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
          all.push(key);
        }
        return all;
      };
      const sorted = [...keys].sort();
      expect(await found()).toEqual(sorted);
      expect(await found('uploads/2')).toEqual(sorted.filter((key) => key > 'uploads/2'));
      expect(await found(sorted.at(-1))).toEqual([]);
      expect(await found('uploads/:')).toEqual([]);
    });

    it('reports that it is reachable and writable', async () => {
      await expect(storage.assertWritable()).resolves.toBeUndefined();
      await expect(storage.assertReachable()).resolves.toBeUndefined();
    });

    it('a reader finishes the content it opened while the file is replaced', async () => {
      await storage.put(KEY, Readable.from(['previous']), VIDEO);
      const opened = await storage.get(KEY);
      await storage.put(KEY, Readable.from(['later']), VIDEO);
      expect(opened && String(await buffer(opened.stream))).toBe('previous');
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
    ])('rejects the key %j', async (key) => {
      await expect(storage.put(key, Readable.from(['x']), VIDEO)).rejects.toThrow(StorageKeyError);
      await expect(storage.get(key)).rejects.toThrow(StorageKeyError);
      await expect(storage.stat(key)).rejects.toThrow(StorageKeyError);
      await expect(storage.remove(key)).rejects.toThrow(StorageKeyError);
    });

    it('rejects a content type that does not match the extension of the key', async () => {
      await expect(storage.put('a/poster.jpg', Readable.from(['x']), VIDEO)).rejects.toThrow(StorageKeyError);
    });
  });
}

function* slicesOf(content: Buffer, bytes: number): Generator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

function* endlessly(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}
