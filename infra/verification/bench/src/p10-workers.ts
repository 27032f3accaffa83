import type { Client } from 'pg';
import { fundedCreator } from './http-load';
import { paired } from './paired';
import { pairRow, type Row } from './report';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const JOBS = 48;
/** Between these shares of the jobs the rate is steady: the queue neither fills up nor runs empty. */
const STEADY = [0.25, 0.75] as const;
const ROUNDS = 3;
/**
 * A job occupies no slot while the provider runs it, because its queue entry is delayed again. Submissions and polls that
 * wait for the provider's response occupy slots, each in a pool of their own. This few slots are the bottleneck instead of
 * the machine's CPU.
 */
const SLOTS = 2;
/** Latency of each provider call. */
const LATENCY_MS = 1_000;
/** The most that one worker can submit. A higher rate would mean that slots are not the bottleneck. */
const MAX_PER_SECOND = SLOTS / (LATENCY_MS / 1_000);
/** Jobs that start at the same time distort the steady rate a little. */
const TOLERANCE = 1.1;
/** No video is rendered or probed, which would measure the CPU. */
const DIRECTIVES = '[slow:0.1][fail:technical]';

/** A single provider without limits, because others would respond without the latency. Its tasks fail after their submission. */
const GENERATION = { MODEL_PROVIDERS: '{"seedance":["replicate"]}' };
const NO_LIMITS = `UPDATE provider_instances SET concurrency = 1000, submits_per_minute = 1000000, polls_per_minute = 1000000`;

/**
 * P10: jobs finished per second by two workers and by one, with a provider of fixed latency.
 *
 * @throws Error if slots were not the bottleneck of a round, or if a job was submitted more than once
 */
export async function benchWorkers(): Promise<Row[]> {
  const env = { generation: GENERATION, worker: { WORKER_CONCURRENCY: String(SLOTS) } };
  return withStack(
    async (running) => {
      const creator = await fundedCreator(running, 4);
      const database = await openDatabase(running);
      await database.query(NO_LIMITS);
      await fetch(`${running.stack.sandbox}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'replicate', kind: `slow:${LATENCY_MS}`, for_seconds: 3_600 }),
      });
      const finished = async (workers: number): Promise<number> => {
        const ids = await Promise.all(Array.from({ length: JOBS }, () => creator.generate(`A ferry ${DIRECTIVES}`)));
        await untilTrue(database, `SELECT count(*) = 0 AS answer FROM generation.requests WHERE completed_at IS NULL`);
        return steadyRate(database, ids, workers);
      };
      const two = async (): Promise<number> => {
        await running.startProcess('worker-2');
        return finished(2);
      };
      const one = async (): Promise<number> => {
        await running.stopProcess('worker-2');
        return finished(1);
      };
      const metric = 'jobs finished: two workers ÷ one, provider of fixed latency';
      try {
        return [pairRow('P10', metric, await paired(two, one, ROUNDS), '/s', { atLeast: 1.8 })];
      } finally {
        await database.end();
      }
    },
    env,
    2,
  );
}

/** Finished jobs per second in the steady part of a round. */
async function steadyRate(database: Client, ids: string[], workers: number): Promise<number> {
  const { rows } = await database.query<{ at: Date; submissions: number }>(
    `SELECT completed_at AS at,
            (SELECT count(*)::int FROM generation.job_events WHERE request_id = requests.id AND what = 'submission claimed') AS submissions
       FROM generation.requests WHERE id = ANY ($1) ORDER BY completed_at`,
    [ids],
  );
  const resubmitted = rows.filter(({ submissions }) => submissions > 1).length;
  const [first, last] = STEADY.map((share) => Math.floor(share * JOBS)) as [number, number];
  const rate = (last - first) / ((Number(rows[last]?.at) - Number(rows[first]?.at)) / 1_000);
  const most = workers * MAX_PER_SECOND;
  console.log(
    `  ${workers} worker(s): ${rate.toFixed(2)} of at most ${most} jobs a second; resubmitted: ${resubmitted}`,
  );
  if (resubmitted > 0) throw new Error(`${resubmitted} jobs were submitted more than once`);
  if (rate > most * TOLERANCE) throw new Error(`${rate} jobs a second: slots are not the bottleneck`);
  return rate;
}
