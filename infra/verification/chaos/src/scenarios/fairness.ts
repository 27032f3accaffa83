import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import type { Client, QueryResultRow } from 'pg';
import { postgresClient } from '../postgres-client';
import type { TestCluster } from '../test-cluster';

/** Slots of the provider and of each user in this scenario. */
export const FAIRNESS_SLOTS = { provider: 40, user: 10 };
export const FAIRNESS_ENVIRONMENT = {
  generation: {
    MODEL_PROVIDERS: '{"seedance":["replicate"]}',
    USER_CONCURRENCY: String(FAIRNESS_SLOTS.user),
    PROVIDER_LIMITS: JSON.stringify({
      replicate: { concurrency: FAIRNESS_SLOTS.provider, submitsPerMinute: 1_000_000, pollsPerMinute: 1_000_000 },
    }),
  },
};

const PRICE = 18;
const BATCH = 500;
const SAMPLE_MS = 1_000;
const LIGHT_JOBS_WITHIN_MS = 5 * 60_000;
const END_WITHIN_MS = 5 * 60_000;
const CANCELERS = 16;
/** One in twenty light jobs renders a video; the others and the heavy user's fail. */
const VIDEO_EVERY = 20;
const MIB = 2 ** 20;
/** The memory that a process may need beyond its use before anything waited: for the work, not for waiting jobs. */
const MAX_GROWTH = 150 * MIB;

export interface FairnessFigures {
  /** Milliseconds until the middle and the last of the light users' jobs was claimed. */
  lightMedianMs: number;
  lightLastMs: number;
  /** The heavy user's jobs that were claimed before the last light one. */
  heavyBefore: number;
  /** The largest growth of each process, MiB; of Redis its data. */
  growth: Record<string, number>;
  /** Milliseconds until the heavy user's remaining jobs were canceled and their credits returned. */
  endedMs: number;
}

/**
 * One user has thousands of waiting jobs, and hundreds of users have one each. The jobs of the many users do not wait behind the jobs of
 * the one user, who occupies at most one user's slots. Memory does not depend on the number of waiting jobs. All jobs end with the right
 * credits.
 */
export async function shareSlots(
  cluster: TestCluster,
  { heavyJobs, lightUsers }: { heavyJobs: number; lightUsers: number },
): Promise<FairnessFigures> {
  const marker = randomUUID();
  const workers = Object.keys(cluster.stack.processes).filter((name) => name.startsWith('worker-'));
  const heavy = await cluster.creator('pro');
  const heavyId = heavy.session?.user.id ?? '';
  const memory = new Memory(cluster);
  await memory.start();
  await Promise.all(workers.map((name) => cluster.running.stopProcess(name)));
  const first = await heavy.generate(`Heavy ${marker} [slow:0.3][no-webhook][fail:technical]`);
  await queueUp(cluster, { first, heavyId, marker, heavyJobs, lightUsers });

  const startedAt = Date.now();
  await Promise.all(workers.map((name) => cluster.running.startProcess(name)));
  const light = `user_id <> '${heavyId}' AND prompt LIKE '%${marker}%'`;
  await untilCount(cluster, `${light} AND completed_at IS NOT NULL`, lightUsers, LIGHT_JOBS_WITHIN_MS, memory);
  const [claims] = await cluster.sql<{ median: Date; last: Date }>(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY first_claim_at) AS median, max(first_claim_at) AS last
       FROM generation.requests WHERE ${light}`,
  );
  assert(claims);
  const [before] = await cluster.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM generation.requests WHERE user_id = $1 AND first_claim_at <= $2`,
    [heavyId, claims.last],
  );

  const endingAt = Date.now();
  await cancelWaiting(cluster, heavy, heavyId);
  await cluster.untilIdle(END_WITHIN_MS);
  const endedMs = Date.now() - endingAt;
  await memory.sample();
  await checkEnds(cluster, { marker, heavyId, jobs: heavyJobs + lightUsers });

  const heavyBefore = before?.count ?? 0;
  const share = FAIRNESS_SLOTS.user / (FAIRNESS_SLOTS.provider - FAIRNESS_SLOTS.user);
  assert(heavyBefore <= 1.5 * share * lightUsers, `${heavyBefore} heavy jobs were claimed before the last light one`);
  const growth = memory.growth();
  for (const [name, mib] of Object.entries(growth)) assert(mib * MIB <= MAX_GROWTH, `${name} grew by ${mib} MiB`);
  return {
    lightMedianMs: claims.median.getTime() - startedAt,
    lightLastMs: claims.last.getTime() - startedAt,
    heavyBefore,
    growth,
    endedMs,
  };
}

interface Queue {
  first: string;
  heavyId: string;
  marker: string;
  heavyJobs: number;
  lightUsers: number;
}

/** Copies a waiting job, as if its user and the others had sent them. Every copy has a hold, which its user can afford. */
async function queueUp(cluster: TestCluster, { first, heavyId, marker, heavyJobs, lightUsers }: Queue): Promise<void> {
  const client = postgresClient(cluster.stack.postgres);
  await client.connect();
  try {
    // For the functions of billing, and the triggers of the other two.
    await client.query('SET search_path = billing, auth, generation');
    await client.query(GRANT, [heavyId, heavyJobs * PRICE]);
    const users = await ids(client, ADD_USERS, [lightUsers, heavyId, `${marker}@example.com`]);
    await client.query(`SELECT count(${GRANT_EXPRESSION('user_id', '$2')}) FROM unnest($1::uuid[]) AS user_id`, [
      users,
      PRICE,
    ]);
    const heavyJobIds = await ids(client, copySql('r.user_id', 'i + 1', 'r.prompt'), [first, heavyJobs - 1]);
    const prompt = `CASE WHEN i % ${VIDEO_EVERY} = 0 THEN 'Light ${marker}' ELSE replace(r.prompt, 'Heavy', 'Light') END`;
    const lightJobIds = await ids(client, copySql('($3::uuid[])[i]', '1', prompt), [first, lightUsers, users]);
    const holds = [...heavyJobIds, ...lightJobIds];
    for (let at = 0; at < holds.length; at += BATCH) await client.query(HOLD, [holds.slice(at, at + BATCH)]);
    // The copies may be dispatched from now on.
    await client.query(`UPDATE generation.requests SET state = 'pending', accepted_at = now() WHERE id = ANY ($1)`, [
      holds,
    ]);
  } finally {
    await client.end();
  }
}

const GRANT_EXPRESSION = (user: string, credits: string) =>
  `grant_credits('test:' || ${user}, ${user}, 'grant', ${credits}, 'Test', NULL, NULL, NULL, NULL, NULL)`;
const GRANT = `SELECT ${GRANT_EXPRESSION('$1::uuid', '$2')}`;

const ADD_USERS = `
  INSERT INTO auth.users (id, email, email_as_typed, password_hash, name, email_confirmed_at, consented_at)
  SELECT uuidv7(), i || $3::text, i || $3::text, password_hash, name, email_confirmed_at, consented_at
    FROM auth.users, generate_series(1, $1::int) AS i WHERE id = $2 RETURNING id`;

/** In state \`accepting\`, so that their holds can be placed before they are dispatched. */
const copySql = (user: string, priority: string, prompt: string): string => `
  INSERT INTO generation.requests (client_ref, user_id, priority, input_hash, type, prompt, plan_id, model, duration,
                                   resolution, credits, provider, run_limit_seconds, deadline_at)
  SELECT gen_random_uuid()::text, ${user}, ${priority}, r.input_hash, r.type, ${prompt}, r.plan_id, r.model, r.duration,
         r.resolution, r.credits, r.provider, r.run_limit_seconds, r.deadline_at
    FROM generation.requests r, generate_series(1, $2::int) AS i WHERE r.id = $1 RETURNING id`;

const HOLD = `
  SELECT hold_credits(array_agg(id), array_agg(user_id), array_agg(credits::bigint), array_agg('Video'::text),
                      array_agg(NULL::uuid), array_agg(NULL::text), true)
    FROM generation.requests WHERE id = ANY ($1)`;

async function ids(client: Client, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<QueryResultRow & { id: string }>(text, values);
  return rows.map(({ id }) => id);
}

async function untilCount(
  cluster: TestCluster,
  condition: string,
  expected: number,
  limitMs: number,
  memory: Memory,
): Promise<void> {
  await until(
    `${expected} jobs`,
    async () => {
      await memory.sample();
      const [row] = await cluster.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM generation.requests WHERE ${condition}`,
      );
      if (row && row.count >= expected) return true;
      await pause(SAMPLE_MS);
      return undefined;
    },
    limitMs,
  );
}

/** The heavy user cancels every job that still waits. */
async function cancelWaiting(cluster: TestCluster, heavy: LuitClient, heavyId: string): Promise<void> {
  const waiting = await cluster.sql<{ id: string }>(
    `SELECT id FROM generation.requests WHERE user_id = $1 AND state = 'pending' ORDER BY priority`,
    [heavyId],
  );
  const left = waiting.map(({ id }) => id);
  await Promise.all(
    Array.from({ length: CANCELERS }, async () => {
      for (let id = left.pop(); id; id = left.pop()) await cancel(heavy, id);
    }),
  );
}

/** A job that has ended meanwhile is refused with 409. */
async function cancel(heavy: LuitClient, id: string): Promise<void> {
  const refused = await heavy.post(`/api/requests/${id}/cancel`, {}).then(
    () => null,
    (error: unknown) => error,
  );
  if (refused && !(refused instanceof Error && refused.message.startsWith('409'))) throw refused;
}

/** Every job that was claimed was bought once, and no other; every user paid for what succeeded and nothing else. */
async function checkEnds(
  cluster: TestCluster,
  { marker, heavyId, jobs }: { marker: string; heavyId: string; jobs: number },
): Promise<void> {
  const rows = await cluster.sql<{ client_ref: string; isClaimed: boolean; state: string; isHeavy: boolean }>(
    `SELECT client_ref, first_claim_at IS NOT NULL AS "isClaimed", state, user_id = $2 AS "isHeavy"
       FROM generation.requests WHERE prompt LIKE '%' || $1 || '%'`,
    [marker, heavyId],
  );
  assert.equal(rows.length, jobs);
  const bought = await cluster.tasksByJob();
  for (const { client_ref: ref, isClaimed, state } of rows) {
    const tasks = bought.get(ref) ?? 0;
    if (isClaimed && state !== 'canceled') assert.equal(tasks, 1, `tasks of ${ref}`);
    else assert(tasks <= 1, `tasks of ${ref}`);
    if (!isClaimed) assert.equal(tasks, 0, `${ref} was never claimed`);
  }
  const light = rows.filter(({ isHeavy }) => !isHeavy);
  assert.deepEqual([...new Set(light.map(({ state }) => state))].sort(), ['failed', 'succeeded']);
  const wrong = await cluster.sql(
    `SELECT FROM generation.requests r JOIN billing.accounts a USING (user_id)
      WHERE r.prompt LIKE '%' || $1 || '%' AND r.user_id <> $2
        AND a.available <> CASE r.state WHEN 'succeeded' THEN 0 ELSE $3 END`,
    [marker, heavyId, PRICE],
  );
  assert.equal(wrong.length, 0, 'users with wrong credits');
  assert.deepEqual(await cluster.violations(), {});
}

/** Resident memory of the processes, and the data in Redis, compared to an empty queue. */
class Memory {
  private readonly first = new Map<string, number>();
  private readonly most = new Map<string, number>();

  constructor(private readonly cluster: TestCluster) {}

  async start(): Promise<void> {
    for (const [name, bytes] of await this.read()) this.first.set(name, bytes);
  }

  async sample(): Promise<void> {
    for (const [name, bytes] of await this.read()) this.most.set(name, Math.max(bytes, this.most.get(name) ?? 0));
  }

  growth(): Record<string, number> {
    const entries = [...this.most].flatMap(([name, bytes]): [string, number][] => {
      const before = this.first.get(name);
      return before === undefined ? [] : [[name, Math.round((bytes - before) / MIB)]];
    });
    return Object.fromEntries(entries);
  }

  private async read(): Promise<[string, number][]> {
    const services = Object.entries(this.cluster.stack.processes).filter(
      ([name]) => !['postgres', 'redis', 'sandbox'].includes(name),
    );
    const resident = services.map(async ([name, { pid }]): Promise<[string, number]> => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return [name, Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024];
    });
    const redis = new Redis(this.cluster.stack.redis);
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    redis.disconnect();
    return [...(await Promise.all(resident)), ['redis', used]];
  }
}
