import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers } from '../runs/virtual-user';

const USERS = 4;
const WORKERS = 4;
const SLOTS = 2;
/** Latency of each provider call. One worker can submit two jobs a second, and the load is three a second. */
const LATENCY_MS = 1_000;
const REQUEST_INTERVAL_MS = 333;
const PHASE_MS = 20_000;

export interface Phase {
  workers: number;
  requestedPerSecond: number;
  finishedPerSecond: number;
  /** Jobs in the queue at the end of the phase. */
  waiting: number;
}

/** Scales from one worker to four and back under an open load that one worker cannot keep up with. */
export async function scaleWorkers(): Promise<{ jobs: number; phases: Phase[]; problems: string[] }> {
  const extra = Array.from({ length: WORKERS - 1 }, (_, i) => `worker-${i + 2}`);
  const cluster = await TestCluster.open(WORKERS, [], {
    worker: { WORKER_CONCURRENCY: String(SLOTS) },
    billing: { CHECK_INTERVAL_MS: '2000' },
    generation: {
      CHECK_INTERVAL_MS: '2000',
      MODEL_PROVIDERS: '{"seedance":["replicate"]}',
      USER_CONCURRENCY: '1000',
    },
  });
  try {
    const { running } = cluster;
    await cluster.sql(`UPDATE generation.provider_instances SET concurrency = 1000`);
    await Promise.all(extra.map((name) => running.stopProcess(name)));
    const users = await createUsers(cluster, USERS);
    await cluster.injectFault('replicate', `slow:${LATENCY_MS}`, 3_600);
    let isOver = false;
    const load = atConstantRate(
      REQUEST_INTERVAL_MS,
      () => isOver,
      (turn) => users[turn % USERS]?.perform(plainRequest('[slow:0.5][fail:technical]')) ?? Promise.resolve(),
    );
    const phases = [await phase(cluster, 1)];
    await Promise.all(extra.map((name) => running.startProcess(name)));
    phases.push(await phase(cluster, WORKERS));
    await Promise.all(extra.map((name) => running.stopProcess(name)));
    phases.push(await phase(cluster, 1));
    isOver = true;
    await load;
    const report = await createRunReport(cluster, users);
    for (const user of users) user.leave();
    const jobs = users.reduce((sum, { accepted }) => sum + accepted.length, 0);
    const retried = users.flatMap(({ transientErrors }) => Object.entries(transientErrors));
    const problems = [...report.problems, ...retried.map(([name, count]) => `${count} requests ended with ${name}`)];
    if (report.extraTasks > 0) problems.push(`Providers ran ${report.extraTasks} extra tasks`);
    return { jobs, phases, problems };
  } finally {
    await cluster.close(true);
  }
}

async function phase(cluster: TestCluster, workers: number): Promise<Phase> {
  const count = async () => {
    const [row] = await cluster.sql<{ at: Date; requested: number; finished: number; waiting: number }>(`
      SELECT clock_timestamp() AS at, count(*)::int AS requested, count(completed_at)::int AS finished,
             (count(*) FILTER (WHERE state = 'pending'))::int AS waiting FROM generation.requests`);
    if (!row) throw new Error('The query returned no row');
    return row;
  };
  const before = await count();
  await pause(PHASE_MS);
  const after = await count();
  const seconds = (after.at.getTime() - before.at.getTime()) / 1_000;
  return {
    workers,
    requestedPerSecond: (after.requested - before.requested) / seconds,
    finishedPerSecond: (after.finished - before.finished) / seconds,
    waiting: after.waiting,
  };
}
