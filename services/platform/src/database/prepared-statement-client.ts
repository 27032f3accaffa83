import { createHash } from 'node:crypto';
import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { postgresRoundTrips } from '../health/metrics';

/** Each connection keeps every statement it prepared, so that texts of ever new lengths must not be among them. */
const MAX_STATEMENTS = 500;

/** The result of a prepared statement has other columns than when it was prepared. */
const RESULT_CHANGED = '0A000';

/**
 * Begins a statement that is planned again each time, by its values. For lists and searches: after a few askings Postgres
 * takes one plan for all values, and what is left out (`$1 IS NULL OR …`) or rare then costs the whole table.
 */
export const UNPREPARED = '-- planned by its values\n';

const names = new Map<string, string>();

type Query = (...asked: unknown[]) => unknown;

/**
 * A connection that prepares each statement with parameters when it first sees it, as TypeORM has no means to: planning
 * a large statement costs more than running it. Postgres itself goes on choosing a plan by the values where that pays.
 */
export class PreparedStatementClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      postgresRoundTrips.inc();
      const isPrepared =
        typeof text === 'string' && !text.startsWith(UNPREPARED) && Array.isArray(values) && values.length > 0;
      const name = isPrepared && nameOf(text);
      const answer = name ? query({ name, text, values } as QueryConfig, ...rest) : query(text, values, ...rest);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.leaveIfUseless(error));
      return answer;
    };
    this.query = prepared as Client['query'];
  }

  /**
   * Its pool opens another connection where a migration changed what the statement answers, for that one prepares it again, and
   * where the server ended this one: between its last words and the end of the line the next statement would be sent in vain.
   */
  private leaveIfUseless(error: unknown): void {
    const { code, severity } = error as { code?: string; severity?: string };
    if (code === RESULT_CHANGED || severity === 'FATAL') void this.end();
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
