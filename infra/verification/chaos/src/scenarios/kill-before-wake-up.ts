import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { BlockedTable } from '../blocked-table';
import { Replica } from '../scale/replica';
import type { TestCluster } from '../test-cluster';
import { assertSettled } from './settled';

const RELAY_POLL_MS = 5_000;
const DISPATCHER_POLL_MS = 5_000;
/** The reconciler wakes a worker if a poll has been overdue for its interval. */
const RECONCILED_WITHIN_MS = 2 * 5_000;
/** For the statements and for a busy machine. */
const TOLERANCE_MS = 1_500;
const SAMPLE_MS = 5;

interface Commit {
  service: 'generation' | 'billing';
  /** A table that the statement writes. */
  blocked: string;
  /** Regular expression of the statement. */
  statement: string;
  /** Condition of a request `r` after another process has done the work. */
  isDone: string;
}

/**
 * Kills billing between the commit of a released hold and the wake-up of its relay. Another replica publishes the outbox with its next
 * poll.
 *
 * @returns milliseconds from the commit until the outbox was published
 */
export async function killBeforeRelay(cluster: TestCluster, creator: LuitClient): Promise<number> {
  const delayMs = await killAfterCommit(cluster, creator, {
    service: 'billing',
    blocked: 'billing.inbox',
    statement: 'settle_holds',
    isDone: `EXISTS (SELECT FROM billing.holds WHERE holds.id = r.id AND holds.state = 'released')
             AND NOT EXISTS (SELECT FROM billing.outbox WHERE relayed_at IS NULL)`,
  });
  assert(delayMs <= RELAY_POLL_MS + TOLERANCE_MS, `published after ${delayMs} ms`);
  return delayMs;
}

/**
 * Kills generation between the commit of an acceptance and the signal to its dispatcher. Another replica dispatches the job
 * in its next round.
 *
 * @returns milliseconds from the commit until the job had a slot
 */
export async function killBeforeDispatch(cluster: TestCluster, creator: LuitClient): Promise<number> {
  const delayMs = await killAfterCommit(cluster, creator, {
    service: 'generation',
    blocked: 'generation.job_metric_deltas',
    statement: 'accept_requests',
    isDone: 'dispatched_at IS NOT NULL',
  });
  assert(delayMs <= DISPATCHER_POLL_MS + TOLERANCE_MS, `dispatched after ${delayMs} ms`);
  return delayMs;
}

/** Returns the milliseconds from the commit until `isDone`. */
async function killAfterCommit(
  cluster: TestCluster,
  creator: LuitClient,
  { service, blocked, statement, isDone }: Commit,
): Promise<number> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const key = randomUUID();
  const send = () => creator.generate(`A signal fire ${marker} [fail:technical]`, key);

  const replica = await Replica.start(cluster, service, `${service}-b`);
  await cluster.untilRelayed(service);
  const table = await BlockedTable.block(cluster.stack.postgres, blocked);
  let delayMs: number;
  try {
    const response = Promise.allSettled([send()]);
    const [waiting] = await table.untilWaiting(statement);
    // Either replica may execute the statement; the other one survives.
    if (waiting?.application === `${service}-b`) await replica.killAndWait();
    else await cluster.killAndWait(service);
    await table.release();
    const releasedAt = Date.now();
    await sampleUntil(async () => {
      const text = `SELECT FROM generation.requests r WHERE prompt LIKE '%' || $1 || '%' AND ${isDone}`;
      return (await cluster.sql(text, [marker])).length > 0;
    });
    delayMs = Date.now() - releasedAt;
    await response;
    await cluster.running.untilReady(service);
  } finally {
    await table.release();
    replica.kill();
  }
  const id = await until('a definite response', send);
  await assertSettled(cluster, creator, { before, marker, ids: [id] });
  return delayMs;
}

/**
 * Kills generation between the commit of a submission and the wake-up of a worker, while no worker tracks any job and the
 * provider sends no webhook. The reconciler wakes a worker.
 *
 * @returns milliseconds by which the first poll was late
 */
export async function killBeforePollWakeUp(cluster: TestCluster, creator: LuitClient): Promise<number> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const table = await BlockedTable.block(cluster.stack.postgres, 'generation.provider_tasks');
  const id = await creator.generate(`A signal fire ${marker} [no-webhook][slow:1][fail:technical]`);
  try {
    await table.untilWaiting('INSERT INTO provider_tasks');
    await cluster.killAndWait('generation');
  } finally {
    await table.release();
  }
  const { lease, next_poll_at: dueAt } = await until('the submission to be recorded', async () => {
    const [row] = await cluster.sql<{ lease: string; next_poll_at: Date }>(
      `SELECT lease, next_poll_at FROM generation.requests WHERE id = $1 AND state = 'running'`,
      [id],
    );
    return row;
  });
  const polledAt = await until('the first poll', async () => {
    const [row] = await cluster.sql<{ at: Date }>(
      `SELECT clock_timestamp() AS at FROM generation.requests WHERE id = $1 AND lease > $2`,
      [id, lease],
    );
    return row?.at;
  });
  const lateMs = polledAt.getTime() - dueAt.getTime();
  await assertSettled(cluster, creator, { before, marker, ids: [id] });
  assert(lateMs <= RECONCILED_WITHIN_MS + TOLERANCE_MS, `polled ${lateMs} ms late`);
  return lateMs;
}

/** Polls more often than `until`, so that the measurement is exact to some milliseconds. */
async function sampleUntil(isReached: () => Promise<boolean>): Promise<void> {
  await until('another process to do the work', async () => {
    for (let i = 0; i < 100; i++) {
      if (await isReached()) return true;
      await pause(SAMPLE_MS);
    }
    return undefined;
  });
}
