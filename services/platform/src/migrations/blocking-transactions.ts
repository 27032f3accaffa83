import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** A fifth of the time that a migration waits for a lock, so that each wait is seen. */
const SAMPLE_MS = 200;

const BLOCKERS = `
  SELECT format('%s (process %s, %s since %s): %s', blocker.application_name, blocker.pid, blocker.state,
                date_trunc('second', blocker.xact_start), left(regexp_replace(blocker.query, '\\s+', ' ', 'g'), 200)) AS text
    FROM pg_stat_activity AS waiting, unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
    JOIN pg_stat_activity AS blocker ON blocker.pid = blocking.pid
   WHERE waiting.application_name = $1 AND waiting.datname = current_database()`;

/** Records the transactions that block a migration, because Postgres does not name them when the wait times out. */
export class BlockingTransactions {
  private readonly over = new AbortController();
  private latest: string[] = [];

  /**
   * @param client a connection of `ownerConnection`
   * @param applicationName of the connection that waits, which is another one than `client`
   */
  constructor(
    private readonly client: Client,
    private readonly applicationName: string,
  ) {}

  /** Watches while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    // Only the administrator's role sees what others do.
    await this.client.query('SET ROLE NONE');
    const watch = this.watch();
    try {
      return await Promise.race([work(), watch.then(() => new Promise<never>(() => undefined))]);
    } finally {
      this.over.abort();
      await watch;
      await this.client.query('RESET ROLE');
    }
  }

  /** The transactions that blocked the latest wait, one line each; empty if none was seen. */
  describe(): string {
    return this.latest.join('\n');
  }

  private async watch(): Promise<void> {
    while (!this.over.signal.aborted) {
      const { rows } = await this.client.query<{ text: string }>(BLOCKERS, [this.applicationName]);
      if (rows.length > 0) this.latest = rows.map(({ text }) => text);
      await pause(SAMPLE_MS, undefined, { signal: this.over.signal }).catch((error: unknown) => {
        if (!this.over.signal.aborted) throw error;
      });
    }
  }
}
