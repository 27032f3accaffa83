import { MAX_RETRY_AFTER_MS } from '@luit/contracts/generation/limits';
import type { SimulationDatabase } from './simulation-database';
import type { SimulatedProcess } from './simulated-process';

/** Jobs that wait for longer than $2 milliseconds at the time $1 although every slot is free. */
const SLEEPING = `
  SELECT id FROM generation.waiting_jobs
   WHERE updated_at < $1::timestamptz - $2 * interval '1 millisecond'
     AND NOT EXISTS (SELECT FROM generation.occupied_slots)
     AND NOT EXISTS (SELECT FROM generation.provider_health WHERE paused_until > $1::timestamptz - $2 * interval '1 millisecond')`;

/** Jobs that back off at the time $1 from a provider that has recovered since it refused them. */
const NOT_WOKEN = `
  SELECT job.id, job.next_attempt_at FROM generation.waiting_jobs job
    JOIN generation.provider_health health USING (provider)
   WHERE health.failures = 0 AND health.open_until IS NULL AND health.changed_at > job.updated_at
     AND job.next_attempt_at > $1::timestamptz`;

/** The longest time for which a circuit breaker excludes a provider, as the services document it. */
const MAX_OPEN_MS = 120_000;

/** Providers that take no job for longer than that after the time $1. */
const EXCLUDED_TOO_LONG = `
  SELECT provider, open_until, paused_until FROM generation.provider_health
   WHERE open_until > $1::timestamptz + ${MAX_OPEN_MS} * interval '1 millisecond'
      OR paused_until > $1::timestamptz + ${MAX_RETRY_AFTER_MS} * interval '1 millisecond'`;

/**
 * Pending jobs that the first provider of $2 that takes jobs at the time $1 could start, because it and the user have free slots ($3
 * each), with the number of their claims. A job that was submitted again stays with its provider. Jobs that have a slot already count if
 * $4: their queue entry may have been lost.
 */
const COULD_START = `
  WITH available AS (
    SELECT provider, place FROM unnest($2::text[]) WITH ORDINALITY AS candidate (provider, place)
     WHERE NOT EXISTS (SELECT FROM generation.provider_health health WHERE health.provider = candidate.provider
                        AND (open_until IS NOT NULL OR paused_until > $1::timestamptz))
  )
  SELECT job.id || ' after ' || lease || ' claims' AS job FROM generation.requests job
    JOIN available ON available.provider = CASE WHEN resubmissions > 0 THEN job.provider
                        ELSE (SELECT provider FROM available ORDER BY place LIMIT 1) END
   WHERE state = 'pending' AND (dispatched_at IS NULL OR $4)
     AND (next_attempt_at IS NULL OR next_attempt_at <= $1::timestamptz OR job.provider <> available.provider)
     AND $3 > (SELECT count(*) FROM generation.occupied_slots slot WHERE slot.provider = available.provider AND slot.id <> job.id)
     AND $3 > (SELECT count(*) FROM generation.occupied_slots slot WHERE slot.user_id = job.user_id AND slot.id <> job.id)`;

/** Longer than the pause between two rounds of the dispatcher, and than a lost queue entry takes to be noticed. */
const START_WITHIN_MS = 20_000;
/** Slots of a provider and of a user, as the services are configured. */
export const SLOTS = 2;

/** Recovery wakes who waits, in the same transaction. */
export async function findNotWoken(database: SimulationDatabase, now: number): Promise<string[]> {
  const rows = await database.rows(NOT_WOKEN, [timestamp(now)]);
  return rows.length > 0 ? [`I6: jobs sleep although their provider has recovered: ${JSON.stringify(rows)}`] : [];
}

/** No provider is excluded for longer than the documented bound, even if it asks for more. */
export async function findOverlongPauses(database: SimulationDatabase, now: number): Promise<string[]> {
  const rows = await database.rows(EXCLUDED_TOO_LONG, [timestamp(now)]);
  return rows.length > 0 ? [`providers get no jobs for too long: ${JSON.stringify(rows)}`] : [];
}

export async function findSleeping(database: SimulationDatabase, now: number, graceMs: number): Promise<string[]> {
  const rows = await database.rows(SLEEPING, [timestamp(now), graceMs]);
  return rows.length > 0 ? [`I6: jobs wait although a slot is free: ${JSON.stringify(rows)}`] : [];
}

/** Finds jobs that keep waiting although a provider could start them. */
export class WaitingJobs {
  /** When each was seen first. */
  private couldStart = new Map<string, number>();
  private situation = '';

  /** @param providers in the order of their preference */
  constructor(
    private readonly database: SimulationDatabase,
    private readonly providers: string[],
  ) {}

  /** @param isCalm nothing fails any more */
  async findIgnored(now: number, running: readonly SimulatedProcess[], isCalm: boolean): Promise<string[]> {
    const parameters = [timestamp(now), this.providers, SLOTS, isCalm];
    const rows = await this.database.rows<{ job: string }>(COULD_START, parameters);
    const situation = [isCalm, ...running.map(({ name }) => name)].join(' ');
    // Processes that have just started get the whole time.
    const before = situation === this.situation ? this.couldStart : new Map<string, number>();
    this.situation = situation;
    this.couldStart = new Map(rows.map(({ job }) => [job, before.get(job) ?? now]));
    const ignored = [...this.couldStart].filter(([, since]) => now - since > START_WITHIN_MS);
    return ignored.map(([job]) => `I6: a job waits although a provider takes jobs: ${job}`);
  }
}

/**
 * Events of before the last flush of Redis that were not published since, although the service considers its outbox as published
 * again.
 */
export async function findNotReplayed(
  database: SimulationDatabase,
  { generation, flushedAt }: { generation: string | undefined; flushedAt: number },
): Promise<string[]> {
  const found = await Promise.all(
    ['billing', 'generation'].map((service) =>
      database.rows(
        `SELECT seq, name FROM ${service}.outbox, ${service}.relay_state
          WHERE redis_generation = $1 AND kind = 'event' AND relayed_at < $2::timestamptz`,
        [generation, timestamp(flushedAt)],
      ),
    ),
  );
  const rows = found.flat();
  return rows.length > 0 ? [`events were not published again after a flush: ${JSON.stringify(rows)}`] : [];
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
