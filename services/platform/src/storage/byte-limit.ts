import { Transform } from 'node:stream';
import { FileTooLargeError } from './storage';

/** Passes bytes through and counts them. Fails with `FileTooLargeError` when the count exceeds the limit. */
export class ByteLimit extends Transform {
  bytes = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error, chunk?: Buffer) => void): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) done(new FileTooLargeError(this.maxBytes));
    else done(undefined, chunk);
  }
}
