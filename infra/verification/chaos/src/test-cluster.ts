import { newCreator } from '@luit/smoke/smoke-test';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { PoolerOptions } from '@luit/local/pgbouncer-process';
import type { RedisUser } from '@luit/local/redis-process';
import type { RunningStack, Stack } from '@luit/local/running-stack';
import { startThrowawayStack, type ThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import { Redis } from 'ioredis';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, QueryResultRow } from 'pg';
import { postgresClient } from './postgres-client';
import { TcpProxy } from './runs/tcp-proxy';
import { LoadBalancer, upstreamOf } from './scale/load-balancer';
import { countViolations } from './invariant-queries';

/** The sandbox's log entry of one request to a vendor. */
export interface VendorRequest {
  at: string;
  method: string;
  path: string;
  body: { input?: { prompt?: string } } | null;
  clientRef?: string;
  status: number;
}

/** The row of one job. */
export interface JobRow {
  id: string;
  state: string;
  worker_id: string | null;
  external_id: string | null;
}

/** These states may last only a few milliseconds. */
const SHORT_STATES = ['submitting', 'collecting'];
const POLL_MS = 50;

interface ClusterOptions {
  workers: number;
  /** Processes of each other service. */
  replicas?: number;
  /** Processes with a Redis connection that can be stalled. */
  proxied: readonly string[];
  /** Additional variables by process. */
  env: Record<string, Record<string, string>>;
  /** PgBouncer between the services and Postgres. */
  pooler?: PoolerOptions;
  /** The URL of each user at a Redis that runs already, in place of the stack's own. */
  redisAt?: (user: RedisUser) => string;
  /** Additional or overriding settings of Postgres. */
  postgresSettings?: Record<string, string>;
  /** Called with the stack's folder before anything is started. */
  prepare?: (folder: string) => void;
}

/** A complete throwaway stack for fault injection, with access to its database and to the sandbox's logs. */
export class TestCluster {
  private readonly closing: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly throwaway: ThrowawayStack,
    /** Proxies in front of Redis that can be stalled, by process. */
    readonly proxies: Record<string, TcpProxy>,
    private readonly ownLoadBalancer?: LoadBalancer,
  ) {}

  /**
   * @param proxied processes with a Redis connection that can be stalled
   * @param env additional variables by process
   * @param pooler PgBouncer between the services and Postgres
   * @param redisAt the URL of each user at a Redis that runs already, instead of the stack's own
   */
  static async open(
    workers = 2,
    proxied: readonly string[] = [],
    env: Record<string, Record<string, string>> = {},
    pooler?: PoolerOptions,
    redisAt?: (user: RedisUser) => string,
  ): Promise<TestCluster> {
    return TestCluster.start({ workers, proxied, env, pooler, redisAt });
  }

  /** A stack that others started and will close. */
  static of(throwaway: ThrowawayStack): TestCluster {
    return new TestCluster(throwaway, {});
  }

  static openPrepared(options: Omit<ClusterOptions, 'replicas'>): Promise<TestCluster> {
    return TestCluster.start(options);
  }

  /** Two processes of each service. The gateways are behind a load balancer. */
  static async openReplicated({ env, ...options }: Omit<ClusterOptions, 'replicas'>): Promise<TestCluster> {
    const loadBalancer = await LoadBalancer.open();
    const balanced = {
      ...env,
      sandbox: {
        SANDBOX_VARIES_BY_SEED: 'false',
        ...env.sandbox,
        RAZORPAY_WEBHOOK_URL: `${loadBalancer.url}/api/webhooks/razorpay`,
      },
      generation: { ...env.generation, WEBHOOK_BASE_URL: loadBalancer.url },
    };
    const cluster = await TestCluster.start({ ...options, env: balanced, replicas: 2 }, loadBalancer);
    cluster.loadBalancer = loadBalancer.url;
    await loadBalancer.setUpstreams(['gateway', 'gateway-2'].map((name) => upstreamOf(cluster.running, name)));
    return cluster;
  }

  private static async start(options: ClusterOptions, loadBalancer?: LoadBalancer): Promise<TestCluster> {
    const { workers, replicas, proxied, env, pooler, redisAt, postgresSettings, prepare } = options;
    const proxies = Object.fromEntries(
      await Promise.all(proxied.map(async (name) => [name, await TcpProxy.open()] as const)),
    );
    let isPrepared = false;
    const throwaway = await startThrowawayStack({
      workers,
      replicas,
      pooler,
      redisAt,
      postgresSettings,
      env: { ...env, gateway: { ...NO_RATE_LIMITS, ...env.gateway } },
      redisPorts: Object.fromEntries(Object.entries(proxies).map(([name, { port }]) => [name, port])),
      planned: ({ redis }, folder) => {
        for (const proxy of Object.values(proxies)) proxy.forwardTo(Number(new URL(redis).port));
        if (!isPrepared) prepare?.(folder);
        isPrepared = true;
      },
    });
    return new TestCluster(throwaway, proxies, loadBalancer);
  }

  /** URL of the load balancer in front of the gateways, if there is one. */
  loadBalancer?: string;

  /** Copies the logs of all processes to a folder that outlives the cluster, and returns its path. */
  async saveLogs(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'luit-chaos-logs-'));
    await cp(join(this.throwaway.luitDir, 'logs'), folder, { recursive: true });
    return folder;
  }

  /** Runs when the cluster is closed, while it still runs. */
  onClose(work: () => Promise<unknown>): void {
    this.closing.push(work);
  }

  async close(isForced = false): Promise<void> {
    for (const work of this.closing) await work();
    await this.throwaway.close(isForced);
    this.ownLoadBalancer?.close();
    for (const proxy of Object.values(this.proxies)) proxy.close();
  }

  /** The stack's data folder. */
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

  /** The pid of each of our processes. A test that compares them notices a restart. */
  servicePids(): Record<string, number> {
    const services = Object.entries(this.stack.processes).filter(
      ([name]) => !['postgres', 'redis', 'sandbox'].includes(name),
    );
    return Object.fromEntries(services.map(([name, { pid }]) => [name, pid]));
  }

  /** Signs up a creator and buys `count` packs. */
  async creator(pack: 'starter' | 'popular' | 'pro' = 'popular', count = 1): Promise<LuitClient> {
    const client = await newCreator(this.stack);
    for (let i = 0; i < count; i++) await client.buyPack(pack);
    return client;
  }

  /** Runs a statement as the superuser, who can access every schema. */
  sql<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.asSuperuser(async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Waits until a job is in one of these states. Polls without pausing if one of them is short. */
  async inState(id: string, ...states: string[]): Promise<JobRow> {
    const isShort = states.some((state) => SHORT_STATES.includes(state));
    const client = postgresClient(this.stack.postgres);
    await client.connect();
    try {
      for (;;) {
        const { rows } = await client.query<JobRow>(
          'SELECT id, state, worker_id, external_id FROM generation.requests WHERE id = $1',
          [id],
        );
        if (rows[0] && states.includes(rows[0].state)) return rows[0];
        if (rows[0] && ['succeeded', 'failed', 'canceled', 'rejected'].includes(rows[0].state)) {
          throw new Error(`Job ${id} became ${rows[0].state} before it was ${states.join(' or ')}`);
        }
        if (!isShort) await pause(POLL_MS);
      }
    } finally {
      await client.end();
    }
  }

  /** Waits for a worker's first event of a job after `after`, and returns its time. */
  async nextWorkerEvent(id: string, after: Date): Promise<Date> {
    return until(`a worker to resume ${id}`, async () => {
      const [row] = await this.sql<{ at: Date }>(
        `SELECT at FROM generation.job_events WHERE request_id = $1 AND at > $2 AND worker_id IS NOT NULL ORDER BY id LIMIT 1`,
        [id, after],
      );
      return row?.at;
    });
  }

  /** Submissions to the provider with this text in their prompt. */
  async submissions(marker: string): Promise<VendorRequest[]> {
    return (await this.posts()).filter((post) => post.body?.input?.prompt?.includes(marker));
  }

  /** Every submission that reached the provider, including submissions with a body that it has not read yet. */
  async posts(): Promise<VendorRequest[]> {
    const response = await fetch(`${this.stack.sandbox}/control/log?target=replicate`);
    const { entries } = (await response.json()) as { entries: VendorRequest[] };
    return entries.filter((entry) => entry.method === 'POST' && entry.path.endsWith('/predictions'));
  }

  /** The number of tasks that the vendors created for each job, by its client reference. */
  async tasksByJob(): Promise<Map<string, number>> {
    const response = await fetch(`${this.stack.sandbox}/control/log`);
    const { entries } = (await response.json()) as { entries: VendorRequest[] };
    const tasks = new Map<string, number>();
    for (const { method, clientRef, status } of entries) {
      // Status 0: created, but the response was lost. A garbage response has status 200 but creates no task; counting it can
      // only report too many tasks.
      if (method !== 'POST' || !clientRef || ![0, 200, 201].includes(status)) continue;
      tasks.set(clientRef, (tasks.get(clientRef) ?? 0) + 1);
    }
    return tasks;
  }

  /** Runs `send` and waits until one more submission has reached the provider. */
  async untilPosted<T>(send: () => Promise<T>): Promise<T> {
    const before = (await this.posts()).length;
    const result = await send();
    await until('a submission to reach the provider', async () =>
      (await this.posts()).length > before ? true : undefined,
    );
    return result;
  }

  /** Injects a fault into a vendor's API through the sandbox's control calls. `probability` is between 0 and 1. */
  async injectFault(target: string, kind: string, forSeconds: number, probability = 1): Promise<void> {
    await fetch(`${this.stack.sandbox}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target, kind, for_seconds: forSeconds, probability }),
    });
  }

  /** Kills a process and waits until it is dead. The supervisor starts a new one. */
  async killAndWait(name: string): Promise<void> {
    const pid = this.stack.processes[name]?.pid;
    this.running.kill(name, 'SIGKILL');
    await until(`${name} to die`, () => (this.stack.processes[name]?.pid === pid ? undefined : true));
  }

  /** The number of entries of a queue that no worker has taken. */
  queueLength(queue: string): Promise<number> {
    return this.withRedis((redis) => redis.llen(`bull:{${queue}}:${queue}:wait`));
  }

  async flushRedis(): Promise<void> {
    await this.withRedis((redis) => redis.flushall());
  }

  private async withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.stack.redis);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Waits until every job is terminal and every hold is settled. */
  async untilIdle(limitMs = 180_000): Promise<void> {
    await until(
      'all jobs to finish and all holds to be settled',
      async () => {
        const [row] = await this.sql<{ unfinished: number; held: number }>(`
          SELECT (SELECT count(*)::int FROM generation.requests WHERE completed_at IS NULL) AS unfinished,
                 (SELECT count(*)::int FROM billing.holds WHERE state = 'held') AS held`);
        return row?.unfinished === 0 && row.held === 0 ? true : undefined;
      },
      limitMs,
    );
  }

  /** The number of violations of each invariant that does not hold. */
  violations(): Promise<Record<string, number>> {
    return this.asSuperuser(countViolations);
  }

  private async asSuperuser<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = postgresClient(this.stack.postgres);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
