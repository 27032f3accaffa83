import { createHash } from 'node:crypto';
import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { postgresCommits, postgresRoundTrips } from '../metrics/metrics';
import { countRefusedWrite } from '../errors/refused-writes';
import { origin } from '../tracing/correlation';

/** Postgres keeps every prepared statement of a connection in memory, so their number is limited. */
const MAX_STATEMENTS = 500;

/** feature_not_supported: "cached plan must not change result type", after a migration changed the columns. */
const RESULT_CHANGED = '0A000';
/** read_only_sql_transaction: the server is a standby, or was made read-only when this connection was opened. */
const READ_ONLY = '25006';

/**
 * Comment of a statement that must be planned for its values each time, as lists and searches must. After five executions
 * Postgres may switch a prepared statement to a generic plan, which scans the whole table for an unused filter or a rare
 * value. Query builders take it as their `comment`.
 */
export const UNPREPARED_COMMENT = 'planned by its values';
/** The same as the prefix of a statement. */
export const UNPREPARED = `/* ${UNPREPARED_COMMENT} */ `;

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that prepares each statement with a list of parameters on first use, because planning a large statement costs more
 * than running it, and TypeORM cannot name statements. The list may be empty. Postgres still chooses between custom and generic
 * plans.
 */
export class PreparedStatementClient extends Client {
  /** Names of the statements that this connection prepares, by their texts. */
  private readonly names = new Map<string, string>();

  constructor(config?: string | ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const cause = { origin: origin() };
      postgresRoundTrips.inc(cause);
      const isPrepared = typeof text === 'string' && !text.startsWith(UNPREPARED) && Array.isArray(values);
      const name = isPrepared && this.nameOf(text);
      const answer = name ? query({ name, text, values } as QueryConfig, ...rest) : query(text, values, ...rest);
      if (answer instanceof Promise) {
        const countCommit = (): void => {
          if (this.getTransactionStatus() === 'I') postgresCommits.inc(cause);
        };
        answer.then(countCommit, (error: unknown) => this.onError(error));
      }
      return answer;
    };
    this.query = prepared as Client['query'];
  }

  /**
   * Counts refused writes. Closes the connection, so that the pool opens another one, if the next statement would fail as well: a migration changed
   * the columns of a prepared statement, the server is read-only, which a new connection to the same address may not find, or it is
   * terminating this connection.
   */
  private onError(error: unknown): void {
    countRefusedWrite(error);
    const { code, severity } = error as { code?: string; severity?: string };
    if (code === RESULT_CHANGED || code === READ_ONLY || severity === 'FATAL') void this.end();
  }

  /** Undefined if the connection has reached its limit of prepared statements. */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known || this.names.size >= MAX_STATEMENTS) return known;
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}
