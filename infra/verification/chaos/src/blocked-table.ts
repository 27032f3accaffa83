import { until } from '@luit/smoke/until';
import type { Client } from 'pg';
import { postgresClient } from './postgres-client';

/** A statement that waits for a blocked table. */
export interface WaitingStatement {
  pid: number;
  /** Name of the connection; empty unless its process is a `Replica`. */
  application: string;
}

const WAITING = `
  SELECT pid, application_name AS application FROM pg_stat_activity
   WHERE $1 = ANY (pg_blocking_pids(pid)) AND usename LIKE 'luit_%' AND application_name NOT LIKE '%-relay' AND query ~ $2`;

/**
 * Holds back statements that write to one table, so that a process can be killed while Postgres executes a known statement. Postgres does
 * not notice that a process died while its statement waits: once the table is released, the statement commits, and no process learns of it.
 */
export class BlockedTable {
  /** @param observer outside of the transaction, in which Postgres would show the same activity again and again */
  private constructor(
    private readonly url: string,
    private readonly table: string,
    private readonly observer: Client,
    private holder: Client,
  ) {}

  static async block(url: string, table: string): Promise<BlockedTable> {
    const [observer, holder] = await Promise.all([connect(url), connect(url)]);
    await lock(holder, table);
    return new BlockedTable(url, table, observer, holder);
  }

  /** Waits until a statement of a service that matches `pattern` waits for the table. */
  untilWaiting(pattern = ''): Promise<WaitingStatement[]> {
    return until(`a statement to wait for ${this.table}`, async () => {
      const found = await this.waiting(pattern);
      return found.length > 0 ? found : undefined;
    });
  }

  /** Lets the statements run that wait now, and holds back later ones again. */
  async letPass(): Promise<void> {
    const next = await connect(this.url);
    try {
      const nextPid = await pidOf(next);
      await Promise.all([lock(next, this.table), this.handOver(next, nextPid)]);
    } catch (error) {
      await next.end();
      throw error;
    }
  }

  /** Rolls the waiting statements back, as if their connections had broken in time. */
  async terminateWaiting(): Promise<void> {
    for (const { pid } of await this.waiting('')) {
      await this.observer.query('SELECT pg_terminate_backend($1)', [pid]);
    }
  }

  /** May be called again. */
  async release(): Promise<void> {
    await this.holder.end();
    await this.observer.end();
  }

  /** Releases the table once `next` is the first statement that will lock it. */
  private async handOver(next: Client, nextPid: number): Promise<void> {
    await until(`the next lock of ${this.table}`, async () => {
      const { rows } = await this.observer.query('SELECT FROM pg_locks WHERE NOT granted AND pid = $1', [nextPid]);
      return rows.length > 0 || undefined;
    });
    const last = this.holder;
    this.holder = next;
    await last.end();
  }

  private async waiting(pattern: string): Promise<WaitingStatement[]> {
    const pid = await pidOf(this.holder);
    return (await this.observer.query<WaitingStatement>(WAITING, [pid, pattern])).rows;
  }
}

async function connect(url: string): Promise<Client> {
  const client = postgresClient(url);
  await client.connect();
  return client;
}

/** Conflicts with every statement that writes, and with none that reads or locks rows. */
async function lock(client: Client, table: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
}

async function pidOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
