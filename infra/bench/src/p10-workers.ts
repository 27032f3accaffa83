import type { Client } from 'pg';
import { fundedCreator } from './http-load';
import { paired } from './paired';
import { pairRow, type Row } from './report';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const JOBS = 48;
/** What lies between is steady: the queue is neither filling nor running dry. */
const STEADY = [0.25, 0.75] as const;
const ROUNDS = 3;
/**
 * A job holds nothing of a worker while the provider runs it: its entry re-delays itself. What a worker has so many of is
 * slots: one for each submission and, apart from them, one for each look that is waiting for the provider's answer. So
 * few of them here that they are the limit, and not the machine's processors.
 */
const SLOTS = 2;
/** Each answer of the provider takes so long. */
const LATENCY_MS = 1_000;
/** What one worker can submit at most; one that does more is not bound by what is measured here. */
const MOST_PER_SECOND = SLOTS / (LATENCY_MS / 1_000);
/** Rounding of the steady part, by the jobs that begin together. */
const TOLERANCE = 1.1;
/** No film is made or looked at: that would measure the processors. */
const WORDS = '[slow:0.1][fail:technical]';

/** One provider alone, never cut off and without limits of its own: another one would answer without the latency. */
const GENERATION = {
  PROVIDER_CONCURRENCY: '1000',
  PROVIDER_LIMITS: '{"replicate":{"submitsPerMinute":1000000,"pollsPerMinute":1000000}}',
  MODEL_PROVIDERS: '{"seedance":["replicate"]}',
  BREAKER_FAILURES: '1000000',
};

/**
 * P10: jobs finished per second by two workers and by one, at a provider each of whose answers takes a fixed time.
 *
 * @throws Error where a round was not bound by the slots, or where jobs were submitted more than once
 */
export async function benchWorkers(): Promise<Row[]> {
  const env = { generation: GENERATION, worker: { WORKER_CONCURRENCY: String(SLOTS) } };
  return withStack(
    async (running) => {
      const creator = await fundedCreator(running, 4);
      const database = await openDatabase(running);
      await fetch(`${running.stack.sandbox}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'replicate', kind: `slow:${LATENCY_MS}`, for_seconds: 3_600 }),
      });
      const finished = async (workers: number): Promise<number> => {
        const ids = await Promise.all(Array.from({ length: JOBS }, () => creator.generate(`A ferry ${WORDS}`)));
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
      const measured = 'jobs finished: two workers ÷ one, provider of fixed latency';
      try {
        return [pairRow('P10', measured, await paired(two, one, ROUNDS), '/s', { atLeast: 1.8 })];
      } finally {
        await database.end();
      }
    },
    env,
    2,
  );
}

/** Ends a second in the middle of a round. */
async function steadyRate(database: Client, ids: string[], workers: number): Promise<number> {
  const { rows } = await database.query<{ at: Date; submissions: number }>(
    `SELECT completed_at AS at,
            (SELECT count(*)::int FROM generation.job_events WHERE request_id = requests.id AND what = 'submission claimed') AS submissions
       FROM generation.requests WHERE id = ANY ($1) ORDER BY completed_at`,
    [ids],
  );
  const again = rows.filter(({ submissions }) => submissions > 1).length;
  const [first, last] = STEADY.map((share) => Math.floor(share * JOBS)) as [number, number];
  const rate = (last - first) / ((Number(rows[last]?.at) - Number(rows[first]?.at)) / 1_000);
  const most = workers * MOST_PER_SECOND;
  console.log(`  ${workers} worker(s): ${rate.toFixed(2)} of at most ${most} jobs a second; submitted again: ${again}`);
  if (again > 0) throw new Error(`${again} jobs were submitted more than once`);
  if (rate > most * TOLERANCE) throw new Error(`${rate} jobs a second: the slots do not bound what is measured`);
  return rate;
}
