import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers } from '../runs/virtual-user';

const PEOPLE = 4;
const WORKERS = 4;
const SLOTS = 2;
/** Each answer of the provider takes so long: one worker submits two jobs a second at most, and is asked for three. */
const LATENCY_MS = 1_000;
const ASK_EVERY_MS = 333;
const PHASE_MS = 20_000;

export interface Phase {
  workers: number;
  askedPerSecond: number;
  finishedPerSecond: number;
  /** Jobs that waited at its end. */
  waiting: number;
}

/** One worker, four, and one again, under an open load that one cannot keep up with. */
export async function scaleWorkers(): Promise<{ jobs: number; phases: Phase[]; faults: string[] }> {
  const extra = Array.from({ length: WORKERS - 1 }, (_, i) => `worker-${i + 2}`);
  const cluster = await TestCluster.open(WORKERS, [], {
    worker: { WORKER_CONCURRENCY: String(SLOTS) },
    billing: { INVARIANTS_INTERVAL_MS: '2000' },
    generation: {
      INVARIANTS_INTERVAL_MS: '2000',
      MODEL_PROVIDERS: '{"seedance":["replicate"]}',
      PROVIDER_CONCURRENCY: '1000',
      USER_CONCURRENCY: '1000',
    },
  });
  try {
    const { running } = cluster;
    await Promise.all(extra.map((name) => running.stopProcess(name)));
    const people = await createUsers(cluster, PEOPLE);
    await cluster.fault('replicate', `slow:${LATENCY_MS}`, 3_600);
    let isOver = false;
    const load = atConstantRate(
      ASK_EVERY_MS,
      () => isOver,
      (turn) => people[turn % PEOPLE]?.perform(plainRequest('[slow:0.5][fail:technical]')) ?? Promise.resolve(),
    );
    const phases = [await phase(cluster, 1)];
    await Promise.all(extra.map((name) => running.startProcess(name)));
    phases.push(await phase(cluster, WORKERS));
    await Promise.all(extra.map((name) => running.stopProcess(name)));
    phases.push(await phase(cluster, 1));
    isOver = true;
    await load;
    const report = await createRunReport(cluster, people);
    for (const person of people) person.leave();
    const jobs = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
    const excused = people.flatMap(({ transientErrors }) => Object.entries(transientErrors));
    const faults = [...report.faults, ...excused.map(([name, count]) => `${count} requests ended with ${name}`)];
    if (report.extraTasks > 0) faults.push(`${report.extraTasks} tasks beyond one a job`);
    return { jobs, phases, faults };
  } finally {
    await cluster.close(true);
  }
}

async function phase(cluster: TestCluster, workers: number): Promise<Phase> {
  const count = async () => {
    const [row] = await cluster.sql<{ at: Date; asked: number; finished: number; waiting: number }>(`
      SELECT clock_timestamp() AS at, count(*)::int AS asked, count(completed_at)::int AS finished,
             (count(*) FILTER (WHERE state = 'pending'))::int AS waiting FROM generation.requests`);
    if (!row) throw new Error('Nothing was counted');
    return row;
  };
  const before = await count();
  await pause(PHASE_MS);
  const after = await count();
  const seconds = (after.at.getTime() - before.at.getTime()) / 1_000;
  return {
    workers,
    askedPerSecond: (after.asked - before.asked) / seconds,
    finishedPerSecond: (after.finished - before.finished) / seconds,
    waiting: after.waiting,
  };
}
