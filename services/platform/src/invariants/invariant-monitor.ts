import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { type DatabaseSettings, sessionOptions } from '../database/data-source-options';
import type { Scheduler } from '../scheduling/scheduler';
import { invariantRepairs, invariantLastRun, invariantViolations } from './metrics';

/** Runs a statement, which may take minutes, on the dedicated connection of the round. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type CheckResult = Pick<InvariantStatus, 'violations'> & Partial<Pick<InvariantStatus, 'repaired' | 'samples'>>;

export interface Check extends Pick<InvariantStatus, 'invariant' | 'name'> {
  /** Milliseconds between two runs of this check; the monitor's interval by default. */
  everyMs?: number;
  /** Counts violations, and repairs those that are safe to repair automatically. */
  run(query: Query): Promise<CheckResult>;
}

/** First key of the advisory lock of a round; the second is the hash of the schema's name. */
const LOCK = 7_105_203;
const CONNECT_TIMEOUT_MS = 3_000;
/** Some checks read every row of a table, so the statement timeout of the pool is too short for them. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;
/** Rounds run at most this share of the time. */
const BUSY_SHARE = 0.1;
const SAMPLES = 5;

/**
 * Monitors a service's invariants. One replica at a time runs the checks that are due and stores their results. A check
 * that throws keeps its previous result, whose age shows the failure.
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
   * Runs one round, unless another replica is running one.
   *
   * @param isForced also runs checks that are not due yet
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
        if (!this.scheduler.isStopping) await this.runCheck(check, query);
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
    const rows = await query<{ name: string; age: string }>(
      `SELECT name, extract(epoch FROM now() - checked_at) * 1000 AS age FROM invariants`,
    );
    const ages = new Map(rows.map(({ name, age }) => [name, Number(age)]));
    return this.checks.filter(
      ({ name, everyMs = this.everyMs }) => isForced || (ages.get(name) ?? Infinity) >= everyMs / 2,
    );
  }

  private async runCheck({ invariant, name, run }: Check, query: Query): Promise<void> {
    try {
      const { violations, repaired = 0, samples = [] } = await run(query);
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
      if (violations > 0) this.log.error({ msg: 'Invariant violated', invariant, name, violations, samples });
    } catch (error) {
      this.log.warn({ msg: 'Invariant check failed', invariant, name, reason: (error as Error).message });
    }
  }

  /** Reads the table, so that replicas that skipped the round export the same values. */
  private async publish(): Promise<void> {
    for (const { invariant, name, violations, checkedAt } of await this.statuses()) {
      invariantViolations.set({ invariant, name }, violations);
      invariantLastRun.set({ invariant, name }, Date.parse(checkedAt) / 1_000);
    }
  }

  /** Postgres releases the advisory lock with the connection, so a crashed round does not block other replicas. */
  private async connect(): Promise<Client> {
    const { service, url } = this.settings;
    const client = new Client({
      connectionString: url,
      application_name: `${service}-invariants`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...sessionOptions(service),
      query_timeout: STATEMENT_TIMEOUT_MS,
    });
    client.on('error', (error) =>
      this.log.warn({ msg: 'Connection of an invariant round failed', reason: error.message }),
    );
    await client.connect();
    await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return client;
  }
}
