import { type PassThrough, Readable } from 'node:stream';
import { ZipFile as Writer } from 'yazl';

export interface ZippedFile {
  name: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  open: () => Promise<Readable>;
}

/** Bytes of the ZIP file that `zipOf` writes. No file is opened. */
export async function zipSizeOf(files: ZippedFile[]): Promise<number> {
  const writer = new Writer();
  const size = await write(writer, files, () => undefined);
  (writer.outputStream as PassThrough).destroy();
  return size;
}

/**
 * Writes files into one ZIP file, uncompressed, because videos and images are compressed already. The same files always give the same
 * bytes, so a client can continue an interrupted download. They are opened one after another, as the content is read. If one fails,
 * the content fails.
 */
export function zipOf(files: ZippedFile[]): Readable {
  const writer = new Writer();
  const content = writer.outputStream as PassThrough;
  const fail = (error: Error) => content.destroy(error);
  let current: Readable | undefined;
  content.once('close', () => current?.destroy());
  writer.on('error', fail);
  void write(writer, files, ({ open }, done) => {
    open().then((stream) => {
      current = stream.on('error', fail);
      if (content.destroyed) stream.destroy();
      else done(null, stream);
    }, fail);
  });
  return content;
}

type OpenEntry = (file: ZippedFile, done: (error: null, stream: Readable) => void) => void;

/** @returns the bytes of the ZIP file, which are known before any file is read */
function write(writer: Writer, files: ZippedFile[], openEntry: OpenEntry): Promise<number> {
  for (const file of files) {
    const { name, size, modifiedAt } = file;
    const options = { size, mtime: modifiedAt, mode: 0o100644, compress: false };
    writer.addReadStreamLazy(name, options, (done) => openEntry(file, done));
  }
  // The type of the library lacks these parameters.
  const end = writer.end.bind(writer) as (options: object, onSize: (size: number) => void) => void;
  return new Promise((resolve) => end({}, resolve));
}

/** The bytes from `start` to `end`, both included. Closing the returned stream closes the content. */
export function partOf(content: Readable, range: { start: number; end: number }): Readable {
  const part = Readable.from(bytesOf(content, range), { objectMode: false });
  // The file may be closed before it is read.
  return part.once('close', () => content.destroy());
}

async function* bytesOf(content: Readable, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - position);
    const to = Math.min(chunk.length, end + 1 - position);
    position += chunk.length;
    if (from < to) yield chunk.subarray(from, to);
    if (position > end) return;
  }
}
