/** What a reader wants next of a stream whose bytes come in pieces of any size. */
export type Ask = { take: number; isKept?: boolean } | { skip: number } | { seek: Buffer };

/** Reads a format step by step; returns where its end was reached. */
export type ByteReader<Result = void> = Generator<Ask, Result, Buffer>;

export function* take(bytes: number): ByteReader<Buffer> {
  return yield { take: bytes };
}

/** The next bytes, which stay to be read. */
export function* peek(bytes: number): ByteReader<Buffer> {
  return yield { take: bytes, isKept: true };
}

export function* skip(bytes: number): ByteReader {
  if (bytes > 0) yield { skip: bytes };
}

/** Goes on behind the next occurrence of these bytes. */
export function* seek(pattern: Buffer): ByteReader {
  yield { seek: pattern };
}

/** Feeds a reader with pieces as they arrive, keeping no more than the step in hand needs. */
export class ByteFeed {
  private pending: Buffer = Buffer.alloc(0);
  private step: IteratorResult<Ask, void>;
  private toSkip = 0;

  /** @throws what the reader throws, here and in `push` */
  constructor(private readonly reader: ByteReader) {
    this.step = reader.next();
    this.prepare();
  }

  /** Whether the reader got past its first step. */
  hasBegun = false;

  /** Whether the reader has seen the end of its format. */
  get isDone(): boolean {
    return this.step.done === true;
  }

  push(chunk: Buffer): void {
    if (this.isDone) return;
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    while (!this.isDone && this.advance());
    if (this.isDone) this.pending = Buffer.alloc(0);
  }

  /** One step with what is there; false where more has to come. */
  private advance(): boolean {
    const ask = this.step.value as Ask;
    if ('skip' in ask) return this.advanceSkip();
    if ('seek' in ask) return this.advanceSeek(ask.seek);
    if (this.pending.length < ask.take) return false;
    const bytes = this.pending.subarray(0, ask.take);
    if (!ask.isKept) this.pending = this.pending.subarray(ask.take);
    this.next(bytes);
    return true;
  }

  private advanceSkip(): boolean {
    const skipped = Math.min(this.toSkip, this.pending.length);
    this.pending = this.pending.subarray(skipped);
    this.toSkip -= skipped;
    if (this.toSkip > 0) return false;
    this.next(this.pending);
    return true;
  }

  private advanceSeek(pattern: Buffer): boolean {
    const at = this.pending.indexOf(pattern);
    // What may be the pattern's beginning stays.
    const seen = at >= 0 ? at + pattern.length : Math.max(0, this.pending.length - pattern.length + 1);
    this.pending = this.pending.subarray(seen);
    if (at < 0) return false;
    this.next(this.pending);
    return true;
  }

  private next(bytes: Buffer): void {
    this.step = this.reader.next(bytes);
    this.hasBegun = true;
    this.prepare();
  }

  private prepare(): void {
    if (this.step.done !== true && 'skip' in this.step.value) this.toSkip = this.step.value.skip;
  }
}
