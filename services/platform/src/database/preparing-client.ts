import { createHash } from 'node:crypto';
import { Client, type ClientConfig, type QueryConfig } from 'pg';

/** Each connection keeps every statement it prepared, so that texts of ever new lengths must not be among them. */
const MAX_STATEMENTS = 500;

/** The result of a prepared statement has other columns than when it was prepared. */
const RESULT_CHANGED = '0A000';

/**
 * Begins a statement that is planned anew each time, by its values. For lists and searches: after a few askings Postgres
 * takes one plan for all values, and what is left out (`$1 IS NULL OR …`) or rare then costs the whole table.
 */
export const BY_VALUES = '-- planned by its values\n';

const names = new Map<string, string>();

type Query = (...asked: unknown[]) => unknown;

/**
 * A connection that prepares each statement with parameters when it first sees it, as TypeORM has no means to: planning
 * a large statement costs more than running it. Postgres itself goes on choosing a plan by the values where that pays.
 */
export class PreparingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const isPrepared =
        typeof text === 'string' && !text.startsWith(BY_VALUES) && Array.isArray(values) && values.length > 0;
      const name = isPrepared && nameOf(text);
      if (!name) return query(text, values, ...rest);
      const answer = query({ name, text, values } as QueryConfig, ...rest);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.leaveIfOutdated(error));
      return answer;
    };
    this.query = prepared as Client['query'];
  }

  /** A migration changed what the statement answers. Its pool opens another connection, which prepares it anew. */
  private leaveIfOutdated(error: unknown): void {
    if ((error as { code?: string }).code === RESULT_CHANGED) void this.end();
  }
}

/** Undefined where there are too many already. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_STATEMENTS) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
