import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ByteFeed } from './byte-reader';
import { ImageHeaderError, type ImageKind, readImage } from './image-header';

export class TooManyPixelsError extends Error {
  override readonly name = 'TooManyPixelsError';
}

/** Passes an upload through while looking at it; fails as soon as it is no image we take. */
export class ImageInspector extends Transform {
  /** Known after the first bytes; rejected where they are no image. */
  readonly kind: Promise<ImageKind>;
  private readonly hash = createHash('sha256');
  private readonly feed: ByteFeed;

  constructor(maxPixels: number) {
    super();
    let tellKind: (kind: ImageKind) => void = () => undefined;
    this.kind = new Promise((resolve, reject) => {
      tellKind = resolve;
      this.once('error', reject);
    });
    // Whoever asks for the kind hears of it; before that a failure is no unhandled one.
    this.kind.catch(() => undefined);
    this.feed = new ByteFeed(
      readImage({
        onKind: tellKind,
        onSize: (width, height) => {
          if (width * height > maxPixels) throw new TooManyPixelsError(`${width} × ${height}`);
        },
      }),
    );
  }

  /** Hex, of all bytes; to be asked once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    try {
      this.feed.push(chunk);
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.feed.isDone) return done();
    done(new ImageHeaderError(this.feed.hasBegun ? 'broken' : 'not_an_image'));
  }
}
