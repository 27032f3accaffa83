import { consoleUrl, type PoolerOptions } from '@luit/local/pgbouncer-process';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresClient } from '../postgres-client';
import type { TestCluster } from '../test-cluster';

const SAMPLE_MS = 250;

/** One pool of PgBouncer, as SHOW POOLS prints it. */
interface PoolRow {
  user: string;
  pool_mode: string;
  cl_active: string;
  cl_waiting: string;
  sv_active: string;
  sv_idle: string;
  sv_used: string;
}

/** The pool of one role, over all samples. */
export interface PoolSummary {
  mode: string;
  mostClients: number;
  mostWaiting: number;
  mostConnections: number;
}

/** Samples PgBouncer's pools and the sessions of Postgres while the stack works. */
export class PooledConnections {
  readonly pools = new Map<string, PoolSummary>();
  /** Sessions of services that PgBouncer did not open, by application name. */
  readonly direct = new Set<string>();
  samples = 0;
  private isOver = false;
  private readonly loop: Promise<void>;

  constructor(
    private readonly cluster: TestCluster,
    private readonly pooler: PoolerOptions,
  ) {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.loop;
  }

  /** The statements that PgBouncer has forwarded since it started. */
  async statements(): Promise<number> {
    const rows = await this.show<{ total_query_count: string }>('STATS');
    return rows.reduce((sum, row) => sum + Number(row.total_query_count), 0);
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      await this.sample();
      await pause(SAMPLE_MS);
    }
  }

  private async sample(): Promise<void> {
    const before = await this.sessions();
    // While PgBouncer restarts there is nothing to compare with.
    const servers = await this.show<{ local_port: string }>('SERVERS').catch(() => undefined);
    const pools = await this.show<PoolRow>('POOLS').catch(() => undefined);
    if (!servers || !pools) return;
    const after = await this.sessions();
    const own = new Set(servers.map(({ local_port: port }) => Number(port)));
    // A session that PgBouncer opened or closed in between is missing from one of the lists.
    for (const [port, name] of before) if (after.has(port) && !own.has(port)) this.direct.add(name);
    for (const pool of pools) if (pool.user.startsWith('luit_')) this.add(pool);
    this.samples += 1;
  }

  private add(pool: PoolRow): void {
    const known = this.pools.get(pool.user) ?? { mode: '', mostClients: 0, mostWaiting: 0, mostConnections: 0 };
    const sum = (...counts: string[]) => counts.reduce((total, count) => total + Number(count), 0);
    this.pools.set(pool.user, {
      mode: pool.pool_mode,
      mostClients: Math.max(known.mostClients, sum(pool.cl_active, pool.cl_waiting)),
      mostWaiting: Math.max(known.mostWaiting, sum(pool.cl_waiting)),
      mostConnections: Math.max(known.mostConnections, sum(pool.sv_active, pool.sv_idle, pool.sv_used)),
    });
  }

  /** The sessions of the services' roles in Postgres: their ports and names. */
  private async sessions(): Promise<Map<number, string>> {
    const rows = await this.cluster.sql<{ port: number; name: string }>(
      `SELECT client_port AS port, application_name AS name FROM pg_stat_activity WHERE usename LIKE 'luit\\_%'`,
    );
    return new Map(rows.map(({ port, name }) => [port, name]));
  }

  private async show<Row extends object>(what: string): Promise<Row[]> {
    const client = postgresClient(consoleUrl(this.cluster.stack.postgres, this.pooler));
    try {
      await client.connect();
      return (await client.query<Row>(`SHOW ${what}`)).rows;
    } finally {
      await client.end();
    }
  }
}
