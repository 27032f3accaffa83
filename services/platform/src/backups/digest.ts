import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes through and computes their SHA-256. */
export class Digest extends Transform {
  private readonly hash = createHash('sha256');

  get hex(): string {
    return this.hash.copy().digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error, chunk?: Buffer) => void): void {
    this.hash.update(chunk);
    done(undefined, chunk);
  }
}
