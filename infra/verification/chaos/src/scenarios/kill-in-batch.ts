import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { BlockedTable } from '../blocked-table';
import type { TestCluster } from '../test-cluster';
import { assertSettled } from './settled';

interface Batch {
  service: 'generation' | 'billing';
  /** A table that the statement writes. */
  blocked: string;
  /** Regular expression of the statement. */
  statement: string;
  /** The table with one row per job. One statement writes these rows. */
  rows: 'generation.requests' | 'billing.holds';
  /** Selects the jobs that the next statement will serve, as far as they can be seen. $1 is part of their prompts. */
  gathered?: string;
  /** True if jobs run at the provider when the statement is executed; otherwise they are being accepted. */
  isTracking?: boolean;
}

/** Statements that serve several jobs at once. */
export const BATCHES = {
  'insertion of requests': {
    service: 'generation',
    blocked: 'generation.requests',
    statement: 'jsonb_populate_recordset',
    rows: 'generation.requests',
  },
  holds: {
    service: 'billing',
    blocked: 'billing.holds',
    statement: 'hold_credits',
    rows: 'billing.holds',
    gathered: `SELECT FROM generation.requests WHERE state = 'accepting' AND prompt LIKE '%' || $1 || '%'`,
  },
  'start of jobs': {
    service: 'generation',
    blocked: 'generation.job_metric_deltas',
    statement: 'accept_requests',
    rows: 'generation.requests',
    gathered: `SELECT FROM generation.requests JOIN billing.holds USING (id) WHERE prompt LIKE '%' || $1 || '%'`,
  },
  dispatch: {
    service: 'generation',
    blocked: 'generation.submission_tokens',
    statement: 'dispatch_jobs',
    rows: 'generation.requests',
    gathered: `SELECT FROM generation.requests WHERE state = 'pending' AND prompt LIKE '%' || $1 || '%'`,
  },
  'claim of polls': {
    service: 'generation',
    blocked: 'generation.requests',
    statement: 'WITH RECURSIVE found',
    rows: 'generation.requests',
    gathered: `SELECT FROM generation.requests WHERE next_poll_at <= now() AND prompt LIKE '%' || $1 || '%'`,
    isTracking: true,
  },
  'record of polls': {
    service: 'generation',
    blocked: 'generation.job_events',
    // Postgres shows the first kilobyte of a statement.
    statement: 'retryAfterMs',
    rows: 'generation.requests',
    isTracking: true,
  },
} satisfies Record<string, Batch>;

export type BatchName = keyof typeof BATCHES;

/** How a statement may end after its client was killed. */
export const STATEMENT_ENDS = ['committed', 'rolled back'] as const;
export type StatementEnd = (typeof STATEMENT_ENDS)[number];

const JOBS = 8;
/** One in four jobs succeeds and is captured; the others fail and are released. */
const SUCCEEDING_EVERY = 4;

/**
 * Kills a service while Postgres executes one of its statements for several jobs. Whether the statement then commits or not,
 * every request gets one definite response, each job is bought once at the provider, and ends with the right credits.
 *
 * @returns the number of jobs in the statement; null if it was rolled back, which leaves no trace
 */
export async function killInBatch(
  cluster: TestCluster,
  creator: LuitClient,
  name: BatchName,
  end: StatementEnd,
): Promise<number | null> {
  const batch: Batch = BATCHES[name];
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const keys = Array.from({ length: JOBS }, () => randomUUID());
  const prompt = (index: number): string => {
    const outcome = index % SUCCEEDING_EVERY === 0 ? '' : '[fail:technical]';
    // Long enough for several polls.
    return `A raft ${marker} ${batch.isTracking ? '[slow:12][no-webhook]' : ''}${outcome}`;
  };
  const send = (from: number, to: number) =>
    keys.slice(from, to).map((key, index) => creator.generate(prompt(from + index), key));

  if (batch.isTracking) await untilRunning(cluster, await Promise.all(send(0, JOBS)));
  const table = await BlockedTable.block(cluster.stack.postgres, batch.blocked);
  const responses: Promise<unknown>[] = [];
  let jobs: number | null = null;
  try {
    // The first statement serves the first job; jobs that arrive while it waits share the next statement.
    if (!batch.isTracking) responses.push(Promise.allSettled(send(0, 1)));
    await table.untilWaiting();
    if (!batch.isTracking) responses.push(Promise.allSettled(send(1, JOBS)));
    await untilGathered(cluster, batch, marker);
    await table.letPass();
    const waiting = await table.untilWaiting(batch.statement);
    await cluster.killAndWait(batch.service);
    if (end === 'rolled back') await table.terminateWaiting();
    await table.release();
    await untilDisconnected(
      cluster,
      waiting.map(({ pid }) => pid),
    );
    if (end === 'committed') jobs = await largestStatement(cluster, batch, marker);
  } finally {
    await table.release();
  }
  await Promise.all(responses);
  await cluster.running.untilReady(batch.service);
  const ids: string[] = [];
  for (const [index, key] of keys.entries()) {
    ids.push(await until('a definite response', () => creator.generate(prompt(index), key)));
  }
  assert.equal(new Set(ids).size, JOBS);
  await assertSettled(cluster, creator, { before, marker, ids });
  return jobs;
}

async function untilGathered(cluster: TestCluster, { gathered }: Batch, marker: string): Promise<void> {
  if (!gathered) return;
  await until('the jobs of the next statement', async () => {
    return (await cluster.sql(gathered, [marker])).length === JOBS || undefined;
  });
}

function untilRunning(cluster: TestCluster, ids: string[]): Promise<true> {
  return until('all jobs to run', async () => {
    const [row] = await cluster.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM generation.requests WHERE id = ANY ($1) AND state = 'running'`,
      [ids],
    );
    return row?.count === ids.length || undefined;
  });
}

/** After its client has disconnected, a backend ends as soon as its statement has ended. */
function untilDisconnected(cluster: TestCluster, pids: number[]): Promise<true> {
  return until('the statement to end', async () => {
    const rows = await cluster.sql('SELECT FROM pg_stat_activity WHERE pid = ANY ($1)', [pids]);
    return rows.length === 0 || undefined;
  });
}

/** The most rows that one transaction has written. Call it before another one changes them. */
async function largestStatement(cluster: TestCluster, { rows }: Batch, marker: string): Promise<number> {
  const [row] = await cluster.sql<{ jobs: number }>(
    `SELECT max(jobs)::int AS jobs FROM (
       SELECT count(*) AS jobs FROM ${rows} AS r
        WHERE r.id IN (SELECT id FROM generation.requests WHERE prompt LIKE '%' || $1 || '%') GROUP BY r.xmin::text) AS written`,
    [marker],
  );
  assert(row && row.jobs > 1, `the statement served ${row?.jobs} job(s)`);
  return row.jobs;
}
