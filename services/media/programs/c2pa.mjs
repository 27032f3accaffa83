// The C2PA library of the Content Authenticity Initiative. It is compiled to WebAssembly for web workers, and reads files through two of
// their classes that Node lacks: `FileReaderSync`, and blobs that can be read synchronously.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as library from '@contentauth/c2pa-wasm';

/** A blob of the bytes of a file, which {@link FileReaderSync} can read. */
class FileBlob extends Blob {
  constructor(bytes) {
    super([]);
    this.bytes = bytes;
  }
  get size() {
    return this.bytes.length;
  }
  slice(start = 0, end = this.size) {
    return new FileBlob(this.bytes.subarray(start, end));
  }
}

globalThis.FileReaderSync = class {
  readAsArrayBuffer({ bytes }) {
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }
};

/** For our own requests. A file may claim that its credentials are somewhere on the web; the library must not fetch anything from there. */
export const { fetch } = globalThis;
globalThis.fetch = () => Promise.reject(new Error('Programs that handle Content Credentials have no network'));

library.initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });

export const { WasmBuilder, WasmReader } = library;

export function blobOf(path) {
  return new FileBlob(readFileSync(path));
}

/** Reads a job from standard input. An error, which the library throws as text, goes to standard error. */
export async function runJob(work) {
  try {
    await work(JSON.parse(readFileSync(0, 'utf8')));
  } catch (error) {
    process.stderr.write(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}
