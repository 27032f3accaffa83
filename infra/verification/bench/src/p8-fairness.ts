import type { RunningStack } from '@luit/local/running-stack';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { generate, fundedCreator, tokenOf } from './http-load';
import { quantile } from './paired';
import { multiply } from './queued-jobs';
import { type Row, formatNumber } from './report';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const HEAVY_JOBS = 10_000;
const LIGHT_USERS = 10;
const LIGHT_JOBS = 100;
/** Time between two light jobs, in an open loop. */
const LIGHT_INTERVAL_MS = 300;
const WINDOW_MS = 20_000;
/** Each job occupies a slot for half of its second. */
const DIRECTIVES = '[slow:1][fail:technical]';
const CALLERS = 32;

interface Measured {
  /** Milliseconds from acceptance to the first claim of each light user's job. */
  waits: number[];
  /** Jobs finished per second while the heavy user's jobs wait. */
  rate: number;
}

/** P8: how long light users wait while one user has 10,000 jobs in the queue, and what fairness costs in throughput. */
export async function benchFairness(): Promise<Row[]> {
  const alone = await measured({ isHeavy: false, isFair: true });
  const fair = await measured({ isHeavy: true, isFair: true });
  const plain = await measured({ isHeavy: true, isFair: false });
  const [with10k, without] = [quantile(fair.waits, 0.99), quantile(alone.waits, 0.99)];
  const kept = fair.rate / plain.rate;
  console.log(
    `P8: of ${LIGHT_JOBS} light jobs, ${plain.waits.length} started with first in, first out, and ${fair.waits.length} with fair scheduling`,
  );
  return [
    {
      id: 'P8',
      metric: 'light users’ p99 wait with 10,000 heavy jobs in the queue ÷ alone',
      ours: `${formatNumber(with10k)} ms`,
      baseline: `${formatNumber(without)} ms`,
      ratio: formatNumber(with10k / without),
      target: '≤ 3',
      isMet: with10k / without <= 3,
    },
    {
      id: 'P8',
      metric: 'jobs finished, fair ÷ first in, first out',
      ours: `${formatNumber(fair.rate)} /s`,
      baseline: `${formatNumber(plain.rate)} /s`,
      ratio: formatNumber(kept),
      target: '≥ 0.9',
      isMet: kept >= 0.9,
    },
  ];
}

function measured({ isHeavy, isFair }: { isHeavy: boolean; isFair: boolean }): Promise<Measured> {
  return withStack(async (running) => {
    const database = await openDatabase(running);
    await database.query(`UPDATE provider_instances SET submits_per_minute = 1000000, polls_per_minute = 1000000`);
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    try {
      if (isHeavy) await queueUp(running, database, isFair);
      return await observe(running, database, agent);
    } finally {
      agent.destroy();
      await database.end();
    }
  });
}

/** Queues all jobs of one user while no worker runs. Without fairness, all jobs have the same priority. */
async function queueUp(running: RunningStack, database: Client, isFair: boolean): Promise<void> {
  const heavy = await fundedCreator(running, 1);
  await running.stopProcess('worker-1');
  await multiply(database, await heavy.generate(`Heavy ${DIRECTIVES}`), HEAVY_JOBS - 1, isFair);
  await running.startProcess('worker-1');
}

async function observe(running: RunningStack, database: Client, agent: Agent): Promise<Measured> {
  const light = await Promise.all(Array.from({ length: LIGHT_USERS }, () => fundedCreator(running, 1)));
  const ids = light.map((creator) => creator.session?.user.id);
  const ended = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM generation.requests WHERE completed_at IS NOT NULL`,
    );
    return rows[0]?.count ?? 0;
  };
  const [before, startedAt] = [await ended(), Date.now()];
  await Promise.all(
    Array.from({ length: LIGHT_JOBS }, async (_, i) => {
      await pause(i * LIGHT_INTERVAL_MS);
      await generate(agent, running.stack.api, tokenOf(light[i % LIGHT_USERS]!), DIRECTIVES);
    }),
  );
  const rate = ((await ended()) - before) / ((Date.now() - startedAt) / 1_000);
  const served = `SELECT count(*) = ${LIGHT_JOBS} OR $2 < now() AS answer FROM generation.requests
                   WHERE user_id = ANY ($1) AND first_claim_at IS NOT NULL`;
  await untilTrue(database, served, [ids, new Date(Date.now() + WINDOW_MS)]);
  const { rows } = await database.query<{ ms: string }>(
    `SELECT extract(epoch FROM first_claim_at - created_at) * 1000 AS ms FROM generation.requests
      WHERE user_id = ANY ($1) AND first_claim_at IS NOT NULL`,
    [ids],
  );
  return { waits: rows.map(({ ms }) => Number(ms)), rate };
}
