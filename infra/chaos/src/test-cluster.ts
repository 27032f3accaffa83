import { newCreator } from '@luit/smoke/smoke-test';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { RunningStack, Stack } from '@luit/local/running-stack';
import { startThrowawayStack, type ThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { TcpProxy } from './runs/tcp-proxy';
import { INVARIANT_QUERIES } from './invariant-queries';

/** What the sandbox noted of one request to a vendor. */
export interface VendorRequest {
  at: string;
  method: string;
  path: string;
  body: { input?: { prompt?: string } } | null;
  clientRef?: string;
  status: number;
}

/** One job as Postgres has it. */
export interface JobRow {
  id: string;
  state: string;
  worker_id: string | null;
  external_id: string | null;
}

const FLEETING = ['submitting', 'collecting'];
const PAUSE_MS = 50;

/** A whole stack of its own to break things in, with eyes into its database and its vendors. */
export class TestCluster {
  private constructor(
    private readonly throwaway: ThrowawayStack,
    /** Lines to Redis that can be cut, by process. */
    readonly proxies: Record<string, TcpProxy>,
  ) {}

  /**
   * @param proxied processes whose line to Redis can be cut
   * @param env variables by process, beside those of every cluster
   */
  static async open(
    workers = 2,
    proxied: readonly string[] = [],
    env: Record<string, Record<string, string>> = {},
  ): Promise<TestCluster> {
    const proxies = Object.fromEntries(
      await Promise.all(proxied.map(async (name) => [name, await TcpProxy.open()] as const)),
    );
    const throwaway = await startThrowawayStack({
      workers,
      env: { ...env, gateway: { ...NO_RATE_LIMITS, ...env.gateway } },
      redisPorts: Object.fromEntries(Object.entries(proxies).map(([name, { port }]) => [name, port])),
      planned: ({ redis }) => Object.values(proxies).forEach((link) => link.forwardTo(Number(new URL(redis).port))),
    });
    return new TestCluster(throwaway, proxies);
  }

  /** Where people reach the stack, if not at the gateway's own port. */
  loadBalancer?: string;

  /** Copies what every process wrote to a folder that outlives the cluster; answers where. */
  async keepLogs(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'luit-chaos-logs-'));
    await cp(join(this.throwaway.luitDir, 'logs'), folder, { recursive: true });
    return folder;
  }

  async close(isForced = false): Promise<void> {
    await this.throwaway.close(isForced);
    for (const link of Object.values(this.proxies)) link.close();
  }

  /** Where the stack keeps its data. */
  get directory(): string {
    return this.throwaway.luitDir;
  }

  get running(): RunningStack {
    return this.throwaway.running;
  }

  get stack(): Stack {
    const { stack } = this.running;
    return { ...stack, api: this.loadBalancer ?? stack.api };
  }

  /** A signed-in creator who bought so many packs. */
  async creator(pack: 'starter' | 'popular' | 'pro' = 'popular', count = 1): Promise<LuitClient> {
    const client = await newCreator(this.stack);
    for (let i = 0; i < count; i++) await client.buyPack(pack);
    return client;
  }

  /** Runs a statement as the superuser, who sees every schema. */
  async sql<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.stack.postgres });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until a job is in one of these states. Without a pause where one of them lasts a few milliseconds only. */
  async inState(id: string, ...states: string[]): Promise<JobRow> {
    const isFleeting = states.some((state) => FLEETING.includes(state));
    const client = new Client({ connectionString: this.stack.postgres });
    await client.connect();
    try {
      for (;;) {
        const { rows } = await client.query<JobRow>(
          'SELECT id, state, worker_id, external_id FROM generation.requests WHERE id = $1',
          [id],
        );
        if (rows[0] && states.includes(rows[0].state)) return rows[0];
        if (rows[0] && ['succeeded', 'failed', 'canceled', 'rejected'].includes(rows[0].state)) {
          throw new Error(`${id} ended ${rows[0].state} before it was ${states.join(' or ')}`);
        }
        if (!isFleeting) await pause(PAUSE_MS);
      }
    } finally {
      await client.end();
    }
  }

  /** When a worker first did something about a job after that moment. */
  async nextEffect(id: string, after: Date): Promise<Date> {
    return until(`a worker to take up ${id}`, async () => {
      const [row] = await this.sql<{ at: Date }>(
        `SELECT at FROM generation.job_events WHERE request_id = $1 AND at > $2 AND worker_id IS NOT NULL ORDER BY id LIMIT 1`,
        [id, after],
      );
      return row?.at;
    });
  }

  /** What was submitted to the provider with this text in its prompt. */
  async submissions(marker: string): Promise<VendorRequest[]> {
    return (await this.posts()).filter((post) => post.body?.input?.prompt?.includes(marker));
  }

  /** Every submission that reached the provider, also one whose body it has not read yet. */
  async posts(): Promise<VendorRequest[]> {
    const response = await fetch(`${this.stack.sandbox}/control/log?target=replicate`);
    const { entries } = (await response.json()) as { entries: VendorRequest[] };
    return entries.filter((entry) => entry.method === 'POST' && entry.path.endsWith('/predictions'));
  }

  /** Runs `ask` and waits until a submission more has reached the provider. */
  async untilPosted<T>(ask: () => Promise<T>): Promise<T> {
    const before = (await this.posts()).length;
    const answer = await ask();
    await until('a submission to reach the provider', async () =>
      (await this.posts()).length > before ? true : undefined,
    );
    return answer;
  }

  /** Lets a vendor misbehave, as the sandbox's control calls tell. `share`: of its calls, from 0 to 1. */
  async fault(target: string, kind: string, forSeconds: number, share = 1): Promise<void> {
    await fetch(`${this.stack.sandbox}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target, kind, for_seconds: forSeconds, probability: share }),
    });
  }

  /** Waits until every job has ended and every hold is settled. */
  async untilQuiet(limitMs = 60_000): Promise<void> {
    await until(
      'all jobs to end and all holds to be settled',
      async () => {
        const [row] = await this.sql<{ unfinished: number; held: number }>(`
          SELECT (SELECT count(*)::int FROM generation.requests WHERE completed_at IS NULL) AS unfinished,
                 (SELECT count(*)::int FROM billing.holds WHERE state = 'held') AS held`);
        return row?.unfinished === 0 && row.held === 0 ? true : undefined;
      },
      limitMs,
    );
  }

  /** Names of the invariants that do not hold, with how often; empty when all is well. */
  async violations(): Promise<Record<string, number>> {
    const broken: Record<string, number> = {};
    for (const [name, query] of Object.entries(INVARIANT_QUERIES)) {
      const [row] = await this.sql<{ count: number }>(`SELECT count(*)::int AS count FROM (${query}) AS violation`);
      if (row && row.count > 0) broken[name] = row.count;
    }
    return broken;
  }
}
