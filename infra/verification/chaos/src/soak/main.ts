import { readArguments } from '@luit/local/command-arguments';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createUsers, type VirtualUser } from '../runs/virtual-user';
import { Samples } from './samples';
import { median, percentPerTenMinutes, type Point } from './trend';

const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
/** Time for caches to fill and code to be compiled. */
const WARM_UP_MINUTES = 5;
/** Share of a short run that counts as warm-up instead. */
const WARM_UP_SHARE = 1 / 3;
/** Percent per ten minutes. */
const MAX_GROWTH = 1;
/** Over less time, the few samples of a heap and the rest of the warm-up look like growth. */
const JUDGED_FROM_MINUTES = 10;
const USERS = 3;
const REQUEST_INTERVAL_MS = 400;
const READ_INTERVAL_MS = 200;
const LIST_INTERVAL_MS = 1_000;
/** One in four jobs renders a video, which costs the sandbox most of a second of processor time. */
const VIDEO_EVERY = 4;
/** Often enough that users never run out of credits. */
const BUY_EVERY = 300;
/** The sandbox keeps the vendors' data, so its memory grows with every job. */
const UNLIMITED_SERIES = 'sandbox RSS';
const SAMPLES_FILE = path.resolve(__dirname, '..', '..', '..', '..', '..', '.cache', 'soak.csv');
const COLLECTOR = path.resolve(__dirname, 'collect-garbage.js');

/**
 * `npm run verify -- soak --minutes 30`: measures the memory of a stack under constant load. Fails if the heap or resident memory
 * of a process, or the data in Redis, grows by more than the limit. A short run only applies the load, and prints the growth.
 * Writes every sample to .cache/soak.csv.
 */
async function main(): Promise<void> {
  const { options } = readArguments({ command: 'npm run verify -- soak', options: { minutes: 'N' } });
  const minutes = Number(options.minutes ?? 30);
  const warmUp = Math.min(WARM_UP_MINUTES, minutes * WARM_UP_SHARE);
  process.env.NODE_OPTIONS = `--require ${COLLECTOR}`;
  const cluster = await TestCluster.open(1);
  const users = await createUsers(cluster, USERS);
  const samples = new Samples(cluster);
  const end = Date.now() + minutes * MINUTE_MS;
  const measuredFrom = Date.now() + warmUp * MINUTE_MS;
  console.log(`${minutes} minutes, the first ${warmUp.toFixed(1)} of which are warm-up`);
  try {
    await Promise.all([samples.take(end), generateLoad(users, end)]);
    await cluster.untilIdle(5 * MINUTE_MS);
    const jobs = users.reduce((sum, { accepted }) => sum + accepted.length, 0);
    console.log(`${jobs} jobs, ${(jobs / minutes / 60).toFixed(2)} a second\n`);
    const violations = await cluster.violations();
    if (Object.keys(violations).length > 0) throw new Error(`Violated invariants: ${JSON.stringify(violations)}`);
    await saveSamples(samples.since(0));
    const isWithinLimit = printGrowth(samples.since(measuredFrom));
    if (minutes - warmUp < JUDGED_FROM_MINUTES) console.log('Too short to judge the growth of memory');
    else if (!isWithinLimit) throw new Error(`Memory grows by more than ${MAX_GROWTH} % in ten minutes`);
  } finally {
    for (const user of users) user.leave();
    await cluster.close(true);
  }
}

/** Creates jobs and reads at constant rates. */
async function generateLoad(users: VirtualUser[], end: number): Promise<void> {
  const user = (turn: number): VirtualUser => users[turn % users.length] as VirtualUser;
  const isOver = (): boolean => Date.now() >= end;
  await Promise.all([
    atConstantRate(REQUEST_INTERVAL_MS, isOver, async (turn) => {
      if (turn % BUY_EVERY === BUY_EVERY - 1) await user(turn).buy();
      await user(turn).perform(plainRequest(turn % VIDEO_EVERY === 0 ? '' : '[slow:0.3][fail:technical]'));
    }),
    atConstantRate(READ_INTERVAL_MS, isOver, (turn) => user(turn).retry(() => user(turn).client.balance())),
    atConstantRate(LIST_INTERVAL_MS, isOver, (turn) => user(turn).retry(() => user(turn).client.get('/api/requests'))),
  ]);
}

/** Prints the growth of every series. @returns whether all limited series stay within the limit */
function printGrowth(series: Map<string, Point[]>): boolean {
  let isPassed = true;
  console.log('| memory | median, MiB | samples | growth in 10 minutes (Theil–Sen) | ≤ 1 % |\n|---|---|---|---|---|');
  for (const [name, points] of [...series].sort(([a], [b]) => a.localeCompare(b))) {
    const growth = percentPerTenMinutes(points);
    const isLimited = name !== UNLIMITED_SERIES;
    const isWithin = growth <= MAX_GROWTH;
    isPassed &&= isWithin || !isLimited;
    const verdict = isLimited ? (isWithin ? 'yes' : 'no') : 'no limit';
    const middle = (median(points.map(({ value }) => value)) / MIB).toFixed(1);
    console.log(`| ${name} | ${middle} | ${points.length} | ${growth.toFixed(2)} % | ${verdict} |`);
  }
  return isPassed;
}

async function saveSamples(series: Map<string, Point[]>): Promise<void> {
  const lines = [...series].flatMap(([name, points]) => points.map(({ at, value }) => `${at},${name},${value}`));
  await mkdir(path.dirname(SAMPLES_FILE), { recursive: true });
  await writeFile(SAMPLES_FILE, ['at (ms),memory,bytes', ...lines, ''].join('\n'));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
