import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createUsers, type VirtualUser } from '../runs/virtual-user';
import { Samples } from './samples';
import { median, percentPerTenMinutes, type Point } from './trend';

const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
/** Caches fill and code is compiled. */
const WARM_UP_MINUTES = 5;
/** Of a short run, this share is left out instead. */
const WARM_UP_SHARE = 1 / 3;
/** Percent per ten minutes. */
const BAR = 1;
const PEOPLE = 3;
const ASK_EVERY_MS = 400;
const READ_EVERY_MS = 200;
const LIST_EVERY_MS = 1_000;
/** One in so many makes a film, which costs the sandbox most of a second of processor time. */
const FILM_EVERY = 4;
/** Before what they bought at first is spent. */
const BUY_EVERY = 300;
/** Stands in for the vendors, and keeps what they would keep: each job is more of it. */
const NO_PART_OF_LUIT = 'sandbox RSS';
const EVERY_SAMPLE = path.resolve(__dirname, '..', '..', '..', '..', '.cache', 'soak.csv');
const COLLECTOR = path.resolve(__dirname, 'collect-garbage.js');

/**
 * `npm run soak -- --minutes 30`: a stack under a steady load, and whether its memory grows. Fails where a process' heap or
 * resident memory, or what Redis holds, grows by more than the bar. Every sample is in .cache/soak.csv.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
  const minutes = Number(values.minutes);
  const warmUp = Math.min(WARM_UP_MINUTES, minutes * WARM_UP_SHARE);
  process.env.NODE_OPTIONS = `--require ${COLLECTOR}`;
  const cluster = await TestCluster.open(1);
  const people = await createUsers(cluster, PEOPLE);
  const samples = new Samples(cluster);
  const end = Date.now() + minutes * MINUTE_MS;
  const measuredFrom = Date.now() + warmUp * MINUTE_MS;
  console.log(`${minutes} minutes, of which the first ${warmUp.toFixed(1)} are left out`);
  try {
    await Promise.all([samples.take(end), live(people, end)]);
    await cluster.untilQuiet(5 * MINUTE_MS);
    const asked = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
    console.log(`${asked} jobs, ${(asked / minutes / 60).toFixed(2)} a second\n`);
    const broken = await cluster.violations();
    if (Object.keys(broken).length > 0) throw new Error(`Broken: ${JSON.stringify(broken)}`);
    await keep(samples.since(0));
    if (!tell(samples.since(measuredFrom))) throw new Error(`Something grows by more than ${BAR} % in ten minutes`);
  } finally {
    for (const person of people) person.leave();
    await cluster.close(true);
  }
}

/** Jobs and reads at an even pace. */
async function live(people: VirtualUser[], end: number): Promise<void> {
  const person = (turn: number): VirtualUser => people[turn % people.length] as VirtualUser;
  const isOver = (): boolean => Date.now() >= end;
  await Promise.all([
    atConstantRate(ASK_EVERY_MS, isOver, async (turn) => {
      if (turn % BUY_EVERY === BUY_EVERY - 1) await person(turn).buy();
      await person(turn).perform(plainRequest(turn % FILM_EVERY === 0 ? '' : '[slow:0.3][fail:technical]'));
    }),
    atConstantRate(READ_EVERY_MS, isOver, (turn) => person(turn).retry(() => person(turn).client.balance())),
    atConstantRate(LIST_EVERY_MS, isOver, (turn) => person(turn).retry(() => person(turn).client.get('/api/requests'))),
  ]);
}

/** @returns whether every figure stays within the bar */
function tell(series: Map<string, Point[]>): boolean {
  let holds = true;
  console.log('| memory | median, MiB | samples | growth in 10 minutes (Theil–Sen) | ≤ 1 % |\n|---|---|---|---|---|');
  for (const [name, points] of [...series].sort(([a], [b]) => a.localeCompare(b))) {
    const growth = percentPerTenMinutes(points);
    const hasBar = name !== NO_PART_OF_LUIT;
    const isWithin = growth <= BAR;
    holds &&= isWithin || !hasBar;
    const verdict = hasBar ? (isWithin ? 'yes' : 'no') : 'no bar';
    const middle = (median(points.map(({ value }) => value)) / MIB).toFixed(1);
    console.log(`| ${name} | ${middle} | ${points.length} | ${growth.toFixed(2)} % | ${verdict} |`);
  }
  return holds;
}

async function keep(series: Map<string, Point[]>): Promise<void> {
  const lines = [...series].flatMap(([name, points]) => points.map(({ at, value }) => `${at},${name},${value}`));
  await mkdir(path.dirname(EVERY_SAMPLE), { recursive: true });
  await writeFile(EVERY_SAMPLE, ['at (ms),memory,bytes', ...lines, ''].join('\n'));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
