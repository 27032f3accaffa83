import type { RunningStack } from '@luit/local/running-stack';
import type { LuitClient } from '@luit/smoke/client';
import { LiveConnection } from '@luit/smoke/live';
import { until } from '@luit/smoke/until';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type BarePush, openBarePush } from './bare-push';
import { fundedCreator, tokenOf } from './http-load';
import { quantile } from './paired';
import { type Row, formatNumber } from './report';
import { openDatabase, withStack } from './stack-bench';

const WARM_UP = 10;
const VIDEOS = 60;
/** Pushes one right after the other. The table does not compare them: a process that is used all the time answers faster. */
const DENSE_PUSHES = 300;

/** Lets this process read tasks of the sandbox too. */
const API_TOKEN = 'r8_benchmark';
const PROVIDER = { sandbox: { REPLICATE_API_TOKEN: API_TOKEN }, generation: { REPLICATE_API_TOKEN: API_TOKEN } };

interface Measured {
  ours: number[];
  bare: number[];
}

/**
 * P6: time from the provider's completion to the client's event, without copying the file, compared with a plain push. Videos
 * and pushes take turns, so that both meet processes that were idle for a second.
 */
export async function benchPush(): Promise<Row[]> {
  const push = await openBarePush();
  try {
    const { ours, bare } = await withStack((running, luitDir) => inTurns(running, luitDir, push), PROVIDER);
    const dense = await push.measure(DENSE_PUSHES);
    const [p50, p99] = [0.5, 0.99].map((share) => formatNumber(quantile(dense, share)));
    console.log(`P6: plain pushes without pauses: p50 ${p50} ms, p99 ${p99} ms`);
    return [0.5, 0.99].map((share) => rowOf(share, quantile(ours, share), quantile(bare, share)));
  } finally {
    await push.close();
  }
}

function rowOf(share: number, ours: number, bare: number): Row {
  return {
    id: 'P6',
    metric: `provider done → event at the client, copy excluded, p${share * 100}`,
    ours: `${formatNumber(ours)} ms`,
    baseline: `${formatNumber(bare)} ms`,
    ratio: formatNumber(ours / bare),
    target: '≤ 10',
    isMet: ours / bare <= 10,
  };
}

async function inTurns(running: RunningStack, luitDir: string, push: BarePush): Promise<Measured> {
  const creator = await fundedCreator(running, 1);
  const live = await LiveConnection.open(running.stack.api, tokenOf(creator));
  const database = await openDatabase(running);
  const measured: Measured = { ours: [], bare: [] };
  try {
    for (let i = 0; i < WARM_UP + VIDEOS; i++) {
      const { id, doneToEventMs } = await makeVideo(creator, live, database, running.stack.sandbox);
      const ours = doneToEventMs - (await copyMs(luitDir, id));
      const bare = await push.measure(1);
      if (i < WARM_UP) continue;
      measured.ours.push(ours);
      measured.bare.push(...bare);
    }
    return measured;
  } finally {
    live.close();
    await database.end();
  }
}

async function makeVideo(
  creator: LuitClient,
  live: LiveConnection,
  database: Client,
  sandbox: string,
): Promise<{ id: string; doneToEventMs: number }> {
  const id = await creator.generate('A ferry at dawn [slow:1]');
  await live.finalState(id);
  const arrived = live.requests.find(({ request }) => request.id === id && request.status === 'completed');
  const { rows } = await database.query<{ task: string }>(`SELECT external_id AS task FROM requests WHERE id = $1`, [
    id,
  ]);
  const answer = await fetch(`${sandbox}/replicate/v1/predictions/${rows[0]?.task}`, {
    headers: { authorization: `Bearer ${API_TOKEN}` },
  });
  const { completed_at } = (await answer.json()) as { completed_at: string };
  return { id, doneToEventMs: (arrived?.at ?? Number.NaN) - Date.parse(completed_at) };
}

/** Milliseconds from the start of the download until the video and its poster were checked and stored, as the worker logs them. */
function copyMs(luitDir: string, requestId: string): Promise<number> {
  return until(`the copy of ${requestId} in the worker's log`, async () => {
    const log = await readFile(join(luitDir, 'logs', 'worker-1.log'), 'utf8');
    const line = log.split('\n').findLast((text) => text.includes(requestId) && text.includes('Output collected'));
    return line ? (JSON.parse(line) as { durationMs: number }).durationMs : undefined;
  });
}
