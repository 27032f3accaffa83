import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { InvariantStatus } from '@luit/contracts/messages/invariants';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { OnCall } from '../calls/on-call';
import { CONNECTION_SETTINGS, type DatabaseSettings } from '../database/data-source-options';
import { type WithDates, withIsoTimes } from '../database/iso-times';
import type { NextRound } from '../scheduling/schedule';
import type { Scheduler } from '../scheduling/scheduler';
import { postgresConnection } from '../addresses/certificate-authorities';
import { invariantRepairs, invariantLastRun, invariantViolations } from './metrics';

/** Runs a statement, which may take minutes, on the dedicated connection of the round. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type CheckResult = Pick<InvariantStatus, 'violations'> & Partial<Pick<InvariantStatus, 'repaired' | 'samples'>>;

export interface Check extends Pick<InvariantStatus, 'invariant' | 'name'> {
  /** Milliseconds between two runs of this check; the monitor's interval by default. */
  everyMs?: number;
  /** Counts violations, and repairs violations that are safe to repair automatically. */
  run(query: Query): Promise<CheckResult>;
}

/** First key of the advisory lock of a check; the second is the hash of the schema's name. */
const LOCK = 7_105_203;
const CONNECT_TIMEOUT_MS = 3_000;
/** Some checks read every row of a table, and others call services, so the timeouts of the service's role are too short for them. */
const CHECK_TIMEOUT_MS = 10 * 60_000;
/** The lock and the timeouts end with the transaction, so a crashed check blocks no other replica. */
const ACQUIRE_LOCK = `
  SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true),
         pg_try_advisory_xact_lock($2, hashtext(current_schema())) AS "isLocked"`;
/** Rounds run at most this share of the time. */
const BUSY_SHARE = 0.1;
const SAMPLES = 5;
/** A check that is due more often still counts as overdue only after this long, because slow rounds delay the next one. */
const OVERDUE_SECONDS = 10 * 60;

/**
 * Monitors a service's invariants. One replica at a time runs the checks that are due and stores their results. A check that throws keeps
 * its previous result; the age of that result shows the failure.
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

  /** One row per check, whether it ran or not. */
  @OnCall(billingCalls.listInvariants, generationCalls.listInvariants)
  async statuses(): Promise<{ invariants: InvariantStatus[] }> {
    const checks = this.checks.map(({ invariant, name, everyMs = this.everyMs }) => ({
      invariant,
      name,
      everySeconds: everyMs / 1_000,
    }));
    const rows = await this.database.query<WithDates<InvariantStatus, 'checkedAt' | 'brokenSince'>[]>(
      `SELECT c.invariant, c.name, coalesce(violations, 0)::int AS violations, coalesce(repaired, 0)::int AS repaired,
              coalesce(samples, '{}') AS samples, checked_at AS "checkedAt", broken_since AS "brokenSince",
              c."everySeconds"::float8 AS "everySeconds",
              coalesce(checked_at < now() - greatest(3 * c."everySeconds", $2) * interval '1 second', true) AS "isOverdue"
         FROM jsonb_to_recordset($1) AS c (invariant text, name text, "everySeconds" numeric) LEFT JOIN invariants USING (name)
        ORDER BY c.invariant, c.name`,
      [JSON.stringify(checks), OVERDUE_SECONDS],
    );
    return { invariants: rows.map(withIsoTimes) };
  }

  /**
   * Runs one round. It ends early if another replica is running a check.
   *
   * @param isForced also runs checks that are not due yet
   */
  async round(isForced = false): Promise<void> {
    const client = await this.connect();
    try {
      const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
        (await client.query(sql, values)).rows as Row[];
      for (const check of await this.due(query, isForced))
        if (this.scheduler.isStopping || !(await this.runLocked(check, query))) return;
    } finally {
      await client.end();
    }
  }

  private async tick(): Promise<NextRound> {
    const startedAt = performance.now();
    await this.round();
    await this.publish();
    return { nextMs: Math.max(this.everyMs, (performance.now() - startedAt) / BUSY_SHARE) };
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

  /** Runs a check in a transaction that holds the lock. Returns false if another replica holds it. */
  private async runLocked(check: Check, query: Query): Promise<boolean> {
    await query('BEGIN');
    try {
      const [lock] = await query<{ isLocked: boolean }>(ACQUIRE_LOCK, [String(CHECK_TIMEOUT_MS), LOCK]);
      if (lock?.isLocked) await this.runCheck(check, query);
      await query('COMMIT');
      return lock?.isLocked === true;
    } catch (error) {
      const { invariant, name } = check;
      this.log.warn({ msg: 'Invariant check failed', invariant, name, reason: (error as Error).message });
      await query('ROLLBACK');
      return true;
    }
  }

  private async runCheck({ invariant, name, run }: Check, query: Query): Promise<void> {
    const { violations, repaired = 0, samples = [] } = await run(query);
    await query(
      `INSERT INTO invariants (name, invariant, violations, repaired, samples, checked_at, broken_since)
       VALUES ($1, $2, $3::bigint, $4, $5, clock_timestamp(), CASE WHEN $3::bigint > 0 THEN now() END)
       ON CONFLICT (name) DO UPDATE SET invariant = excluded.invariant, violations = excluded.violations,
         repaired = excluded.repaired, samples = excluded.samples, checked_at = excluded.checked_at,
         broken_since = CASE WHEN $3::bigint > 0 THEN coalesce(invariants.broken_since, now()) END`,
      [name, invariant, violations, repaired, samples.slice(0, SAMPLES)],
    );
    if (repaired > 0) invariantRepairs.inc({ invariant, name }, repaired);
    if (repaired > 0) this.log.warn({ msg: 'Invariant violations repaired', invariant, name, repaired });
    if (violations > 0) this.log.error({ msg: 'Invariant violated', invariant, name, violations, samples });
  }

  /** Reads the table, so that replicas that skipped the round export the same values. */
  private async publish(): Promise<void> {
    for (const { invariant, name, violations, checkedAt } of (await this.statuses()).invariants) {
      if (checkedAt === null) continue;
      invariantViolations.set({ invariant, name }, violations);
      invariantLastRun.set({ invariant, name }, Date.parse(checkedAt) / 1_000);
    }
  }

  /** A connection of its own, because the pool stops waiting for an answer much earlier. */
  private async connect(): Promise<Client> {
    const { service, url } = this.settings;
    const client = new Client({
      ...postgresConnection(url),
      application_name: `${service}-invariants`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...CONNECTION_SETTINGS,
      query_timeout: CHECK_TIMEOUT_MS,
    });
    client.on('error', (error) =>
      this.log.warn({ msg: 'Connection of an invariant round failed', reason: error.message }),
    );
    await client.connect();
    return client;
  }
}
