import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

interface Line {
  collection: string;
  id: string;
  value?: unknown;
}

const compactAfterBytes = 64 * 1024 * 1024;

/**
 * The sandbox's durable state: an append-only file of JSON lines, in which the last line of an id wins. Lines are written
 * synchronously, so a killed process loses nothing that it has responded to.
 */
export class Journal {
  private readonly collections = new Map<string, Map<string, unknown>>();
  private descriptor: number;
  private appended = 0;

  constructor(private readonly file: string) {
    if (existsSync(file)) this.read(readFileSync(file, 'utf8'));
    this.descriptor = this.compact();
  }

  /** The records of a collection, in the order in which they were created. */
  collection<T extends { id: string }>(name: string): Collection<T> {
    return new Collection(this.records(name) as Map<string, T>, (id, value) =>
      this.append({ collection: name, id, value }),
    );
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private records(name: string): Map<string, unknown> {
    const known = this.collections.get(name);
    if (known) return known;
    const fresh = new Map<string, unknown>();
    this.collections.set(name, fresh);
    return fresh;
  }

  private read(text: string): void {
    // A kill during a write may leave an incomplete last line. No response was sent for it.
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
      if (line === '') continue;
      const { collection, id, value } = JSON.parse(line) as Line;
      if (value === undefined) this.records(collection).delete(id);
      else this.records(collection).set(id, value);
    }
  }

  private append(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    appendFileSync(this.descriptor, text);
    this.appended += text.length;
    if (this.appended < compactAfterBytes) return;
    closeSync(this.descriptor);
    this.descriptor = this.compact();
  }

  /** Rewrites the file with one line per existing record and opens it for appending. */
  private compact(): number {
    const lines: string[] = [];
    for (const [collection, records] of this.collections)
      for (const [id, value] of records) lines.push(`${JSON.stringify({ collection, id, value })}\n`);
    writeFileSync(`${this.file}.new`, lines.join(''));
    renameSync(`${this.file}.new`, this.file);
    this.appended = 0;
    return openSync(this.file, 'a');
  }
}

/** Records of one kind. `get` and `values` return shared objects: change one, then `put` it. */
export class Collection<T extends { id: string }> {
  constructor(
    private readonly records: Map<string, T>,
    private readonly write: (id: string, value?: T) => void,
  ) {}

  get(id: string): T | undefined {
    return this.records.get(id);
  }

  get size(): number {
    return this.records.size;
  }

  values(): T[] {
    return [...this.records.values()];
  }

  put(record: T): void {
    this.records.set(record.id, record);
    this.write(record.id, record);
  }

  delete(id: string): void {
    if (this.records.delete(id)) this.write(id);
  }
}
