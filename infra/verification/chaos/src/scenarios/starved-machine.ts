import assert from 'node:assert/strict';
import { ApiError } from '@luit/smoke/client';
import { LiveConnection } from '@luit/smoke/live';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';

/** As many as make two processors four times too slow. */
const BUSY_LOOPS = 4;
const BETWEEN_JOBS_MS = 1_000;
/** A job in three renders a video. */
const VIDEO_EVERY = 3;
const PUSHED_WITHIN_MS = 300_000;
/** What the sandbox does for itself is no load of the stack. */
const DIRECTIVES = '[slow:1][fail:technical]';

export interface StarvedFigures {
  startSeconds: number;
  /** Number of responses by status. */
  responses: Record<number, number>;
  slowestAnswerMs: number;
  /** From its acceptance until its owner got the push, of each job. */
  finishedMs: number[];
  /** Connections that processes opened meanwhile: a pool closes those that it does not need, and opens them again. */
  postgresSessions: number;
  redisConnections: number;
}

/** Starts a stack beside four busy loops, and orders a job a second: all are accepted, finish and are pushed, and no process starts again. */
export async function starveMachine(jobs: number): Promise<StarvedFigures> {
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    const startedAt = Date.now();
    const cluster = await TestCluster.open(1);
    try {
      return await observe(cluster, jobs, (Date.now() - startedAt) / 1_000);
    } finally {
      await cluster.close(true);
    }
  } finally {
    await Promise.all(loops.map(end));
  }
}

async function observe(cluster: TestCluster, jobs: number, startSeconds: number): Promise<StarvedFigures> {
  const creator = await cluster.creator('pro', Math.ceil(jobs / 100));
  const live = await LiveConnection.open(cluster.stack.api, creator.session?.access_token ?? '');
  const redis = new Redis(cluster.stack.redis);
  const figures = { startSeconds, responses: {} as Record<number, number>, slowestAnswerMs: 0 };
  const pids = cluster.servicePids();
  const [sessionsBefore, connectionsBefore] = [await sessions(cluster), await connections(redis)];
  const acceptedAt = new Map<string, number>();
  const order = async (i: number): Promise<void> => {
    const sentAt = Date.now();
    const answer = await creator
      .generate(`Ferry ${i} ${i % VIDEO_EVERY === 0 ? '' : DIRECTIVES}`)
      .catch((error: Error) => error);
    if (answer instanceof Error && !(answer instanceof ApiError)) throw answer;
    const status = answer instanceof ApiError ? answer.status : 202;
    figures.responses[status] = (figures.responses[status] ?? 0) + 1;
    figures.slowestAnswerMs = Math.max(figures.slowestAnswerMs, Date.now() - sentAt);
    if (typeof answer === 'string') acceptedAt.set(answer, Date.now());
  };
  const sent: Promise<void>[] = [];
  for (let i = 0; i < jobs; i++) {
    sent.push(order(i));
    await pause(BETWEEN_JOBS_MS);
  }
  await Promise.all(sent);
  const pushedAt = (id: string) =>
    live.requests.find(({ request }) => request.id === id && request.status !== 'processing')?.at;
  await until(
    'the pushes of all jobs',
    () => ([...acceptedAt.keys()].every((id) => pushedAt(id) !== undefined) ? true : undefined),
    PUSHED_WITHIN_MS,
  );
  const finishedMs = [...acceptedAt].map(([id, at]) => pushedAt(id)! - at);
  const [sessionsAfter, connectionsAfter] = [await sessions(cluster), await connections(redis)];
  redis.disconnect();
  live.close();
  await cluster.untilIdle();
  assert.deepEqual(await cluster.violations(), {});
  assert.deepEqual(cluster.servicePids(), pids, 'a service was restarted');
  assert.deepEqual(Object.keys(figures.responses), ['202'], 'a request was refused');
  return {
    ...figures,
    finishedMs,
    // The statement that counts them opens one, too.
    postgresSessions: sessionsAfter - sessionsBefore - 1,
    redisConnections: connectionsAfter - connectionsBefore,
  };
}

async function sessions(cluster: TestCluster): Promise<number> {
  const [row] = await cluster.sql<{ count: number }>('SELECT sum(sessions)::int AS count FROM pg_stat_database');
  return row?.count ?? 0;
}

async function connections(redis: Redis): Promise<number> {
  return Number(/^total_connections_received:(\d+)/m.exec(await redis.info('stats'))?.[1]);
}

async function end(loop: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => loop.once('exit', resolve));
  loop.kill('SIGKILL');
  await ended;
}
