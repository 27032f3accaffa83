import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { type DatabaseSettings, sessionOptions } from '../database/data-source-options';
import type { Scheduler } from '../scheduling/scheduler';
import { invariantRepairs, invariantLastRun, invariantViolations } from './metrics';

/** Runs a statement that may take minutes, on a connection of the round's own. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type CheckResult = Pick<InvariantStatus, 'violations'> & Partial<Pick<InvariantStatus, 'repaired' | 'samples'>>;

export interface Check extends Pick<InvariantStatus, 'invariant' | 'name'> {
  /** Milliseconds between two looks, where the scoreboard's own are too few. */
  everyMs?: number;
  /** Counts violations, and repairs those that are safe to repair automatically. */
  look(query: Query): Promise<CheckResult>;
}

/** Of the service's schema; with that name's hash it is the lock of a round. */
const LOCK = 7_105_203;
const CONNECT_TIMEOUT_MS = 3_000;
/** Some of these checks read every row, which is what a pool's usual patience is there to prevent. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;
/** A round takes no more than this share of the time. */
const BUSY_SHARE = 0.1;
const SAMPLES = 5;

/**
 * Looks after a service's invariants: runs every check that is due, one replica at a time, and keeps how each stood and
 * when. A check that fails keeps its last score, so its age tells of it.
 */
export class InvariantMonitor implements OnApplicationBootstrap {
  private readonly log = new Logger(InvariantMonitor.name);

  constructor(
    private readonly scheduler: Scheduler,
    private readonly settings: Pick<DatabaseSettings, 'service' | 'url'>,
    private readonly database: DataSource,
    private readonly checks: Check[],
    private readonly everyMs: number,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('invariants', this.everyMs, () => this.tick(), { firstMs: this.everyMs / 10 });
  }

  async statuses(): Promise<InvariantStatus[]> {
    const rows = await this.database.query<(InvariantStatus & { checkedAt: Date; brokenSince: Date | null })[]>(
      `SELECT invariant, name, violations::int, repaired::int, samples, checked_at AS "checkedAt",
              broken_since AS "brokenSince" FROM invariants WHERE name = ANY ($1) ORDER BY invariant, name`,
      [this.checks.map(({ name }) => name)],
    );
    return rows.map((row) => ({
      ...row,
      checkedAt: row.checkedAt.toISOString(),
      brokenSince: row.brokenSince?.toISOString() ?? null,
    }));
  }

  /**
   * One round; none while another replica has one.
   *
   * @param isForced looks at what is not due yet too
   */
  async round(isForced = false): Promise<void> {
    const client = await this.connect();
    try {
      const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
        (await client.query(sql, values)).rows as Row[];
      const [lock] = await query<{ mine: boolean }>(
        `SELECT pg_try_advisory_lock($1, hashtext(current_schema())) AS mine`,
        [LOCK],
      );
      if (!lock?.mine) return;
      for (const check of await this.due(query, isForced)) {
        if (!this.scheduler.isStopping) await this.run(check, query);
      }
    } finally {
      await client.end();
    }
  }

  /** @returns milliseconds until the next round */
  private async tick(): Promise<number> {
    const startedAt = performance.now();
    await this.round();
    await this.publish();
    return Math.max(this.everyMs, (performance.now() - startedAt) / BUSY_SHARE);
  }

  private async due(query: Query, isForced: boolean): Promise<Check[]> {
    const fresh = await query<{ name: string; age: string }>(
      `SELECT name, extract(epoch FROM now() - checked_at) * 1000 AS age FROM invariants`,
    );
    const ages = new Map(fresh.map(({ name, age }) => [name, Number(age)]));
    return this.checks.filter(
      ({ name, everyMs = this.everyMs }) => isForced || (ages.get(name) ?? Infinity) >= everyMs / 2,
    );
  }

  private async run({ invariant, name, look }: Check, query: Query): Promise<void> {
    try {
      const { violations, repaired = 0, samples = [] } = await look(query);
      await query(
        `INSERT INTO invariants (name, invariant, violations, repaired, samples, checked_at, broken_since)
         VALUES ($1, $2, $3::bigint, $4, $5, now(), CASE WHEN $3::bigint > 0 THEN now() END)
         ON CONFLICT (name) DO UPDATE SET invariant = excluded.invariant, violations = excluded.violations,
           repaired = excluded.repaired, samples = excluded.samples, checked_at = excluded.checked_at,
           broken_since = CASE WHEN $3::bigint > 0 THEN coalesce(invariants.broken_since, now()) END`,
        [name, invariant, violations, repaired, samples.slice(0, SAMPLES)],
      );
      if (repaired > 0) invariantRepairs.inc({ invariant, name }, repaired);
      if (repaired > 0) this.log.warn({ msg: 'Invariant violations repaired', invariant, name, repaired });
      if (violations > 0) this.log.error({ msg: 'An invariant is broken', invariant, name, violations, samples });
    } catch (error) {
      this.log.warn({ msg: 'An invariant could not be looked at', invariant, name, reason: (error as Error).message });
    }
  }

  /** From the table, so that a replica that skipped the round shows the same. */
  private async publish(): Promise<void> {
    for (const { invariant, name, violations, checkedAt } of await this.statuses()) {
      invariantViolations.set({ invariant, name }, violations);
      invariantLastRun.set({ invariant, name }, Date.parse(checkedAt) / 1_000);
    }
  }

  /** The lock goes with the connection, so a round whose process dies blocks nobody. */
  private async connect(): Promise<Client> {
    const { service, url } = this.settings;
    const client = new Client({
      connectionString: url,
      application_name: `${service}-invariants`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...sessionOptions(service),
      query_timeout: STATEMENT_TIMEOUT_MS,
    });
    client.on('error', (error) => this.log.warn({ msg: 'A round lost its connection', reason: error.message }));
    await client.connect();
    await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return client;
  }
}
