import { newCreator } from '@luit/smoke/smoke-test';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { addAccounts } from './test-accounts';
import { median, quantile } from './paired';
import { type Row, show } from './report';
import { withStack } from './stack-bench';
import type { AttackerMessage, AttackerCommand } from './sign-in-attackers';

const ACCOUNTS = 8_000;
const FLOOD_CONNECTIONS = 64;
const READS = 200;
const READ_EVERY_MS = 10;
const ROUNDS = 12;
const AT_MOST = 2;

/**
 * A storm of sign-ins with wrong passwords, at accounts enough that each try is hashed, leaves other routes alone. The
 * attackers are a process of their own; short rounds in storm and in calm take turns, and the first pair is thrown away.
 */
export async function benchSignInFlood(): Promise<Row[]> {
  return withStack(async (running) => {
    const { api } = running.stack;
    const emails = await addAccounts(running, 'storm-', ACCOUNTS);
    const token = (await newCreator(running.stack)).session?.access_token ?? '';
    const attackers = fork(path.join(__dirname, 'sign-in-attackers.js'));
    const storm: number[][] = [];
    const calm: number[][] = [];
    let answers: Record<number, number> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      await tell(attackers, { start: { api, emails, connections: FLOOD_CONNECTIONS } });
      const stormy = await readTimes(api, token);
      ({ answers } = (await tell(attackers, { stop: true })) as { answers: Record<number, number> });
      const quiet = await readTimes(api, token);
      if (round === 0) continue;
      storm.push(stormy);
      calm.push(quiet);
    }
    attackers.disconnect();
    console.log(`the storm was answered ${JSON.stringify(answers)}`);
    return [rowOf(storm, calm, 0.99, AT_MOST), rowOf(storm, calm, 0.5)];
  });
}

async function tell(attackers: ChildProcess, order: AttackerCommand): Promise<AttackerMessage> {
  const news = once(attackers, 'message') as Promise<[AttackerMessage]>;
  attackers.send(order);
  return (await news)[0];
}

/** A quantile over all rounds together; beside it the median, lowest and highest ratio of the pairs of rounds. */
function rowOf(storm: number[][], calm: number[][], share: number, atMost?: number): Row {
  const [ours, base] = [quantile(storm.flat(), share), quantile(calm.flat(), share)];
  const ratios = storm.map((times, round) => quantile(times, share) / quantile(calm[round]!, share));
  const spread = `${show(median(ratios))}, ${show(Math.min(...ratios))}–${show(Math.max(...ratios))}`;
  return {
    id: 'AUTH',
    measured: `GET /credits/balance in a login storm ÷ in calm, p${share * 100} of ${storm.flat().length} (by pairs)`,
    ours: `${show(ours)} ms`,
    base: `${show(base)} ms`,
    ratio: `${show(ours / base)} (${spread})`,
    bar: atMost ? `≤ ${atMost}` : '–',
    holds: atMost ? ours / base <= atMost : null,
  };
}

/** Reads at an even pace, whatever the answers take. Milliseconds. */
async function readTimes(api: string, token: string): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let i = 0; i < READS; i++) {
    times.push(read(api, token));
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  return Promise.all(times);
}

async function read(api: string, token: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${api}/api/credits/balance`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The balance answered ${answer.status}`);
  return performance.now() - start;
}
