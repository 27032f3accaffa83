import { newCreator } from '@luit/smoke/smoke-test';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { addAccounts } from './test-accounts';
import { median, quantile } from './paired';
import { type Row, formatNumber } from './report';
import { withStack } from './stack-bench';
import type { AttackerMessage, AttackerCommand } from './sign-in-attackers';

const ACCOUNTS = 8_000;
const FLOOD_CONNECTIONS = 64;
const READS = 200;
const READ_INTERVAL_MS = 10;
const ROUNDS = 12;
const MAX_RATIO = 2;

/**
 * Measures how a flood of sign-ins with wrong passwords slows other routes. There are enough accounts that every attempt is
 * hashed. The attackers run in a process of their own. Rounds with and without the flood alternate; the first pair is
 * warm-up.
 */
export async function benchSignInFlood(): Promise<Row[]> {
  return withStack(async (running) => {
    const { api } = running.stack;
    const emails = await addAccounts(running, 'flood-', ACCOUNTS);
    const token = (await newCreator(running.stack)).session?.access_token ?? '';
    const attackers = fork(path.join(__dirname, 'sign-in-attackers.js'));
    const flooded: number[][] = [];
    const calm: number[][] = [];
    let statuses: Record<number, number> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      await send(attackers, { start: { api, emails, connections: FLOOD_CONNECTIONS } });
      const timesInFlood = await readTimes(api, token);
      ({ statuses } = (await send(attackers, { stop: true })) as { statuses: Record<number, number> });
      const timesInCalm = await readTimes(api, token);
      if (round === 0) continue;
      flooded.push(timesInFlood);
      calm.push(timesInCalm);
    }
    attackers.disconnect();
    console.log(`Responses to the flood: ${JSON.stringify(statuses)}`);
    return [rowOf(flooded, calm, 0.99, MAX_RATIO), rowOf(flooded, calm, 0.5)];
  });
}

async function send(attackers: ChildProcess, command: AttackerCommand): Promise<AttackerMessage> {
  const message = once(attackers, 'message') as Promise<[AttackerMessage]>;
  attackers.send(command);
  return (await message)[0];
}

/** A quantile of all rounds, and the median, minimum and maximum of the ratios of paired rounds. */
function rowOf(flooded: number[][], calm: number[][], share: number, maxRatio?: number): Row {
  const [ours, baseline] = [quantile(flooded.flat(), share), quantile(calm.flat(), share)];
  const ratios = flooded.map((times, round) => quantile(times, share) / quantile(calm[round]!, share));
  const spread = `${formatNumber(median(ratios))}, ${formatNumber(Math.min(...ratios))}–${formatNumber(Math.max(...ratios))}`;
  return {
    id: 'AUTH',
    metric: `GET /credits/balance in a sign-in flood ÷ without, p${share * 100} of ${flooded.flat().length} (by pairs)`,
    ours: `${formatNumber(ours)} ms`,
    baseline: `${formatNumber(baseline)} ms`,
    ratio: `${formatNumber(ours / baseline)} (${spread})`,
    target: maxRatio ? `≤ ${maxRatio}` : '–',
    isMet: maxRatio ? ours / baseline <= maxRatio : null,
  };
}

/** Reads at a constant rate and returns the response times in milliseconds. */
async function readTimes(api: string, token: string): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let i = 0; i < READS; i++) {
    times.push(read(api, token));
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS));
  }
  return Promise.all(times);
}

async function read(api: string, token: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${api}/api/credits/balance`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The balance responded with ${response.status}`);
  return performance.now() - start;
}
