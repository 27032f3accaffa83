/** Conditions on rows, with their values: only those that are asked for, so that a plan is made for no others. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[];

  constructor(...parts: string[]) {
    this.parts = parts;
  }

  /** `sql` names each of its values `$`, in their order. */
  add(sql: string, ...values: unknown[]): this {
    this.parts.push(sql.replaceAll('$', () => `$${this.values.push(values.shift())}`));
    return this;
  }

  /** Of every row, if there are none. */
  get sql(): string {
    return this.parts.join(' AND ') || 'true';
  }
}

/** For `LIKE`: whatever has these words in it, taken as they are. */
export function likePattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
