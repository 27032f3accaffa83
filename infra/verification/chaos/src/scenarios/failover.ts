import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { setTimeout as pause } from 'node:timers/promises';
import { assertAllEnded } from './assert-all-ended';
import type { TestCluster } from '../test-cluster';

export interface FailoverFigures {
  /** Responses to clients from the fault on, by status. */
  responses: Record<number, number>;
  /** How long the fault lasted, milliseconds. */
  faultMs: number;
  /** From the fault until the last response that was not a success, milliseconds; 0 if there was none. */
  recoveredMs: number;
  /** From the fault until every job, payment, event and mail had ended, milliseconds. */
  endedMs: number;
}

const DIRECTIVES = ['', '[slow:2]', '[fail:technical]', '[no-webhook]', '[duplicate-webhook]'];
const PAUSE_MS = 50;
/** The clients ask for this long after the last failure before they count as served. */
const CALM_MS = 5_000;
/** Every client is served again within this time. */
const SERVED_LIMIT_MS = 60_000;
/** All unfinished work ends within this time. */
const ENDED_LIMIT_MS = 180_000;

/**
 * Another server of Redis or Postgres takes over while jobs, payments and requests are in flight. Clients get 503 at worst, every process is
 * ready again without a restart, and everything that was accepted ends.
 *
 * @param creator pays for jobs that were accepted before the fault
 * @param buyer buys packs and requests videos throughout
 * @param jobs number of jobs in flight, a multiple of five: one in five fails
 * @param fault makes the other server take over
 */
export async function surviveFailover(
  cluster: TestCluster,
  { creator, buyer, jobs }: { creator: LuitClient; buyer: LuitClient; jobs: number },
  fault: () => Promise<void>,
): Promise<FailoverFigures> {
  const pids = cluster.servicePids();
  const creditsBefore = (await creator.balance()).credits;
  const ids: string[] = [];
  for (let i = 0; i < jobs; i++) ids.push(await creator.generate(`Failover ${DIRECTIVES[i % DIRECTIVES.length]}`));

  const load = new FailoverLoad(buyer);
  const faultAt = Date.now();
  await fault();
  const faultMs = Date.now() - faultAt;
  const recoveredMs = await load.untilServed(faultAt);
  await until('every process to be ready', () => areAllReady(cluster));
  await cluster.untilIdle(ENDED_LIMIT_MS);
  await until('nothing to be owed', () => nothingOwed(cluster), ENDED_LIMIT_MS);
  const endedMs = Date.now() - faultAt;

  assert.deepEqual(load.problems, []);
  await assertAllEnded(cluster, creator, { ids, failing: jobs / DIRECTIVES.length, creditsBefore });
  assert.deepEqual(cluster.servicePids(), pids, 'a service had to be restarted');
  return { responses: load.responses, faultMs, recoveredMs, endedMs };
}

/** A client that reads its balance, requests videos and buys packs, one after the other. */
class FailoverLoad {
  readonly responses: Record<number, number> = {};
  readonly problems: string[] = [];
  private lastFailureAt = 0;
  private isOver = false;
  private readonly loop: Promise<void>;

  constructor(private readonly client: LuitClient) {
    this.loop = this.run();
  }

  /** Stops once nothing has failed for a while. @returns milliseconds from the fault until the last failure */
  async untilServed(faultAt: number): Promise<number> {
    try {
      await until(
        'clients to be served again',
        () => Date.now() - Math.max(faultAt, this.lastFailureAt) > CALM_MS || undefined,
        SERVED_LIMIT_MS,
      );
    } finally {
      this.isOver = true;
      await this.loop;
    }
    return Math.max(0, this.lastFailureAt - faultAt);
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const status = await this.attempt(turn).catch((error: Error) => {
        this.problems.push(error.message);
        return 0;
      });
      this.responses[status] = (this.responses[status] ?? 0) + 1;
      await pause(PAUSE_MS);
    }
  }

  private async attempt(turn: number): Promise<number> {
    try {
      if (turn % 5 === 0) await this.client.generate('Rain over the river', randomUUID());
      else if (turn % 20 === 1) await this.client.buyPack('starter');
      else await this.client.balance();
      return 200;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.lastFailureAt = Date.now();
      if (error.status !== 503) this.problems.push(error.message);
      else if (!error.retryAfter) this.problems.push('503 without Retry-After');
      return error.status;
    }
  }
}

async function areAllReady(cluster: TestCluster): Promise<true | undefined> {
  const urls = Object.values(cluster.stack.processes).flatMap(({ metrics }) => metrics ?? []);
  const responses = await Promise.all(urls.map((url) => fetch(url.replace(/metrics$/, 'health/ready'))));
  return responses.every(({ ok }) => ok) || undefined;
}

async function nothingOwed(cluster: TestCluster): Promise<true | undefined> {
  const [row] = await cluster.sql<{ owed: number }>(`
    SELECT (SELECT count(*) FROM auth.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM billing.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM generation.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM auth.mails WHERE sent_at IS NULL AND link_id IS NULL) AS owed`);
  return Number(row?.owed) === 0 ? true : undefined;
}
