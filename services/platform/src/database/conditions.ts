/** Builds a WHERE clause with parameters. It contains only the filters in use, so Postgres plans for exactly those. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[];

  constructor(...parts: string[]) {
    this.parts = parts;
  }

  /** @param sql a condition with one `$` per value, in order */
  add(sql: string, ...values: unknown[]): this {
    this.parts.push(sql.replaceAll('$', () => `$${this.values.push(values.shift())}`));
    return this;
  }

  /** The conditions joined by AND; `true` if there are none. */
  get sql(): string {
    return this.parts.join(' AND ') || 'true';
  }
}

/** A `LIKE` pattern that matches any text containing `words` literally. */
export function likePattern(words: string): string {
  return `%${prefixPattern(words)}`;
}

/** A `LIKE` pattern that matches any text beginning with `words` literally. */
export function prefixPattern(words: string): string {
  return `${words.replace(/[\\%_]/g, '\\$&')}%`;
}
