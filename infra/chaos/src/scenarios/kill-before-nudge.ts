import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { BlockedTable } from '../blocked-table';
import { Replica } from '../scale/replica';
import type { TestCluster } from '../test-cluster';
import { assertSettled } from './settled';

const RELAY_POLL_MS = 1_000;
const DISPATCHER_POLL_MS = 2_000;
/** The reconciler nudges a worker if a poll has been overdue for its interval. */
const RECONCILED_WITHIN_MS = 2 * 5_000;
/** For the statements and for a busy machine. */
const TOLERANCE_MS = 1_500;
const SAMPLE_MS = 5;

/** Milliseconds from a commit whose process died before it could nudge anyone. */
export interface NudgeDelays {
  /** Until another process published the outbox rows. */
  relayedMs: number;
  /** Until a dispatcher gave the job a slot; null if the commit was not generation's. */
  dispatchedMs: number | null;
}

const COMMITS = {
  generation: { blocked: 'generation.job_events', statement: 'numbered AS' },
  billing: { blocked: 'billing.hold_lots', statement: 'hold_credits' },
};

/**
 * Kills a service between a commit and the nudges that follow it. Another replica publishes the outbox rows with its next poll,
 * and gives the job a slot in its next round.
 */
export async function killBeforeNudge(
  cluster: TestCluster,
  creator: LuitClient,
  service: keyof typeof COMMITS,
): Promise<NudgeDelays> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const key = randomUUID();
  const { blocked, statement } = COMMITS[service];
  const send = () => creator.generate(`A signal fire ${marker} [fail:technical]`, key);

  await cluster.untilRelayed(service);
  const table = await BlockedTable.block(cluster.stack.postgres, blocked);
  const response = Promise.allSettled([send()]);
  let replica: Replica | undefined;
  let delays: NudgeDelays;
  try {
    await table.untilWaiting(statement);
    // Started only now, so that it is certain which replica executes the statement.
    replica = await Replica.start(cluster, service, `${service}-b`);
    await cluster.killAndWait(service);
    await table.release();
    delays = await measure(cluster, service, marker);
    await response;
    await cluster.running.untilReady(service);
  } finally {
    await table.release();
    await replica?.stop();
  }
  const id = await until('a definite response', send);
  await assertSettled(cluster, creator, { before, marker, ids: [id] });
  assert(delays.relayedMs <= RELAY_POLL_MS + TOLERANCE_MS, `relayed after ${delays.relayedMs} ms`);
  const { dispatchedMs } = delays;
  assert((dispatchedMs ?? 0) <= DISPATCHER_POLL_MS + TOLERANCE_MS, `dispatched after ${dispatchedMs} ms`);
  return delays;
}

async function measure(cluster: TestCluster, service: keyof typeof COMMITS, marker: string): Promise<NudgeDelays> {
  const committed =
    service === 'billing' ? 'EXISTS (SELECT FROM billing.holds WHERE holds.id = r.id)' : `state <> 'accepting'`;
  const releasedAt = Date.now();
  await sampleUntil(async () => {
    const rows = await cluster.sql(
      `SELECT FROM generation.requests r WHERE prompt LIKE '%' || $1 || '%' AND ${committed}
          AND NOT EXISTS (SELECT FROM ${service}.outbox WHERE relayed_at IS NULL)`,
      [marker],
    );
    return rows.length > 0;
  });
  const relayedMs = Date.now() - releasedAt;
  if (service === 'billing') return { relayedMs, dispatchedMs: null };
  const dispatchedAt = await until('the job to be dispatched', async () => {
    const [row] = await cluster.sql<{ at: Date }>(
      `SELECT dispatched_at AS at FROM generation.requests WHERE prompt LIKE '%' || $1 || '%' AND dispatched_at IS NOT NULL`,
      [marker],
    );
    return row?.at;
  });
  return { relayedMs, dispatchedMs: dispatchedAt.getTime() - releasedAt };
}

/**
 * Kills generation between the commit of a submission and the nudge of a worker, while no worker tracks any job and the
 * provider sends no webhook. The reconciler sends the nudge.
 *
 * @returns milliseconds by which the first poll was late
 */
export async function killBeforePollNudge(cluster: TestCluster, creator: LuitClient): Promise<number> {
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
  await until('the outbox to be published', async () => {
    for (let i = 0; i < 100; i++) {
      if (await isReached()) return true;
      await pause(SAMPLE_MS);
    }
    return undefined;
  });
}
