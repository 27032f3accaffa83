// The C2PA library of the Content Authenticity Initiative. It is compiled to WebAssembly for web workers, and reads files through two of
// their classes that Node lacks: `FileReaderSync`, and blobs that can be read synchronously.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as library from '@contentauth/c2pa-wasm';

const NICENESS = 5;

/** Bytes of a file, or of memory, which {@link FileReaderSync} reads in the pieces that the library asks for. */
class ByteBlob extends Blob {
  constructor(read, start, end) {
    super([]);
    Object.assign(this, { read, start, end });
  }
  get size() {
    return this.end - this.start;
  }
  slice(start = 0, end = this.size) {
    return new ByteBlob(this.read, this.start + start, this.start + Math.min(end, this.size));
  }
}

globalThis.FileReaderSync = class {
  readAsArrayBuffer({ read, start, end }) {
    return read(start, end);
  }
};

/** For our own requests. A file may claim that its credentials are somewhere on the web; the library must not fetch anything from there. */
export const { fetch } = globalThis;
globalThis.fetch = () => Promise.reject(new Error('Programs that handle Content Credentials have no network'));

library.initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });

export const { WasmBuilder, WasmReader } = library;

/** @param {string | Uint8Array} source the path of a file, or its bytes */
export function blobOf(source) {
  const isFile = typeof source === 'string';
  const read = (start, end) => (isFile ? readPart(source, start, end) : source.slice(start, end).buffer);
  return new ByteBlob(read, 0, isFile ? statSync(source).size : source.length);
}

function readPart(file, start, end) {
  const fd = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(end - start);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(fd, bytes, done, bytes.length - done, start + done);
      if (read === 0) throw new Error('The file is shorter than before');
      done += read;
    }
    return bytes.buffer;
  } finally {
    closeSync(fd);
  }
}

/**
 * Does jobs one after the other: each is a line of JSON on standard input, and so is its answer on standard output, with the memory of this process
 * in bytes. An error, which the library throws as text, goes to standard error and ends the process.
 */
export async function serveJobs(work) {
  setPriority(NICENESS);
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const answer = await work(JSON.parse(line));
      process.stdout.write(`${JSON.stringify({ answer, memoryBytes: process.memoryUsage.rss() })}\n`);
    }
  } catch (error) {
    process.stderr.write(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
    process.stdin.destroy();
  }
}
