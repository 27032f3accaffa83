import { richCreator } from './http-load';
import { paired } from './paired';
import { pairRow, type Row } from './report';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const JOBS = 32;
/** What lies between is steady: the queue is neither filling nor running dry. */
const STEADY = [0.25, 0.75] as const;
const ROUNDS = 2;
/** Entries that a worker handles at once, so few that its slots are the limit and not the machine's processors. */
const SLOTS = '2';
const LATENCY_MS = 2_000;
/** No film is made or looked at: that would measure the processors again. */
const WORDS = '[slow:0.1][fail:technical]';

/** P10: jobs finished per second by two workers and by one, at a provider each of whose answers takes a fixed time. */
export async function benchWorkers(): Promise<Row[]> {
  const env = { generation: { PROVIDER_CONCURRENCY: '1000' }, worker: { WORKER_CONCURRENCY: SLOTS } };
  return withStack(
    async (running) => {
      const creator = await richCreator(running, 3);
      const database = await openDatabase(running);
      await fetch(`${running.stack.sandbox}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'replicate', kind: `slow:${LATENCY_MS}`, for_seconds: 3_600 }),
      });
      const finished = async (): Promise<number> => {
        const ids = await Promise.all(Array.from({ length: JOBS }, () => creator.generate(`A ferry ${WORDS}`)));
        await untilTrue(database, `SELECT count(*) = 0 AS answer FROM generation.requests WHERE completed_at IS NULL`);
        const { rows } = await database.query<{ at: Date }>(
          `SELECT completed_at AS at FROM generation.requests WHERE id = ANY ($1) ORDER BY completed_at`,
          [ids],
        );
        const [first, last] = STEADY.map((share) => Math.floor(share * JOBS)) as [number, number];
        return (last - first) / ((Number(rows[last]?.at) - Number(rows[first]?.at)) / 1_000);
      };
      const pair = await paired(
        async () => {
          await running.startProcess('worker-2');
          return finished();
        },
        async () => {
          await running.stopProcess('worker-2');
          return finished();
        },
        ROUNDS,
      );
      await database.end();
      return [
        pairRow('P10', 'jobs finished: two workers ÷ one, provider of fixed latency', pair, '/s', { atLeast: 1.8 }),
      ];
    },
    env,
    2,
  );
}
