import { readArguments } from '@luit/local/command-arguments';
import { startPostgres } from '@luit/local/postgres';
import { HistoryRunner } from './history-runner';
import { shrink } from './shrink';
import type { HistoryResult } from './simulation';
import type { HistoryOptions } from './world';

const WORKLOADS = ['jobs', 'money'] as const;
type Workload = (typeof WORKLOADS)[number];
const DEFAULTS = { seeds: '200', from: '1', processes: '1' };

/** Then a new database replaces the current one, which is full of dead rows and partitions. */
const HISTORIES_PER_PROCESS = 500;

const LEGEND = ' seconds who           what happened; FAULT marks what the history makes fail\n';

/**
 * `npm run verify -- simulate --seed 7`: prints everything that happened; with `--statements`, also every statement and message. With
 * `--only`, the steps of a shorter history.
 */
async function replay(seed: number, options: HistoryOptions): Promise<boolean> {
  const runner = await HistoryRunner.start();
  try {
    const { trace, problems, recoveryMs } = await runner.run(seed, options);
    const outcome = problems.length > 0 ? problems : [`Nothing was owed ${recoveryMs / 1_000} s after the last fault`];
    console.log([LEGEND, ...trace, '', ...outcome].join('\n'));
    return problems.length === 0;
  } finally {
    await runner.stop();
  }
}

/** `npm run verify -- simulate --seed 7 --shrink`: prints the shortest history that fails as this seed does. */
async function replayShortest(seed: number, workload: Workload): Promise<boolean> {
  const runner = await HistoryRunner.start();
  try {
    const failing = await runner.run(seed, { workload });
    if (failing.problems.length === 0) throw new Error(`Seed ${seed} does not fail`);
    const { steps, problems } = await shrink(failing, (only) => runner.run(seed, { workload, only }));
    const only = steps.map(({ name }) => name);
    const lines = steps.map(({ second, name }) => `${second.toFixed(3).padStart(8)} ${name}`);
    console.log(`Seed ${seed}: ${failing.steps.length} steps, shortened to ${steps.length}\n${lines.join('\n')}`);
    console.log(
      `  ${problems.join('\n  ')}\nReplay: npm run verify -- simulate --workload ${workload} --seed ${seed} \\`,
    );
    console.log(`  --only '${only.join('; ')}'`);
    return false;
  } finally {
    await runner.stop();
  }
}

/** `npm run verify -- simulate --seeds 10000 --from 1 --processes 2`: each seed is a history of each workload. */
async function runAll(
  count: number,
  from: number,
  processes: number,
  workloads: readonly Workload[],
): Promise<boolean> {
  const startedAt = performance.now();
  const seeds = Array.from({ length: count }, (_, i) => from + i);
  const histories = seeds.flatMap((seed) => workloads.map((workload) => ({ seed, workload }))).values();
  let failed = 0;
  const onResult = ({ problems }: HistoryResult, { seed, workload }: Ordered): void => {
    if (problems.length === 0) return;
    failed += 1;
    console.log(`Seed ${seed} of ${workload}: ${problems.join('\n  ')}`);
    console.log(`Shorten it: npm run verify -- simulate --workload ${workload} --seed ${seed} --shrink`);
  };
  const cpu = await Promise.all(Array.from({ length: processes }, () => runEach(histories, onResult)));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const busy = cpu.reduce((sum, one) => sum + one, 0).toFixed(0);
  console.log(
    `${count * workloads.length} histories in ${seconds} s (${busy} s of processor time without Postgres): ${failed} failed`,
  );
  return failed === 0;
}

interface Ordered {
  seed: number;
  workload: Workload;
}

/** Runs histories in one process until none is left; other processes take of them too. @returns its seconds of processor time */
async function runEach(
  histories: Iterator<Ordered>,
  onResult: (result: HistoryResult, ordered: Ordered) => void,
): Promise<number> {
  let cpuSeconds = 0;
  let runner: HistoryRunner | undefined;
  let ran = 0;
  const stop = async (): Promise<void> => {
    await runner?.stop();
    cpuSeconds += runner?.cpuSeconds ?? 0;
    runner = undefined;
  };
  for (let next = histories.next(); !next.done; next = histories.next()) {
    const ordered = next.value;
    const { seed, workload } = ordered;
    runner ??= await HistoryRunner.start();
    try {
      onResult(await runner.run(seed, { workload }), ordered);
    } catch (error) {
      onResult({ seed, problems: [(error as Error).message], trace: [], steps: [], recoveryMs: 0 }, ordered);
      await stop();
    }
    if ((ran += 1) % HISTORIES_PER_PROCESS === 0) await stop();
  }
  await stop();
  return cpuSeconds;
}

function readCount(name: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`--${name} must be a positive number, not ${value}`);
  return Number(value);
}

async function main(): Promise<boolean> {
  const { options } = readArguments({
    command: 'npm run verify -- simulate',
    options: {
      ...{ seeds: 'COUNT', from: 'SEED', processes: 'COUNT', workload: WORKLOADS.join(' or ') },
      ...{ seed: 'NUMBER', statements: null, shrink: null, only: 'STEPS' },
    },
  });
  const [seeds, from, processes, seed] = (['seeds', 'from', 'processes', 'seed'] as const).map((name) =>
    readCount(name, String(options[name] ?? { ...DEFAULTS, seed: '1' }[name])),
  ) as [number, number, number, number];
  const workloads = WORKLOADS.filter((name) => options.workload === undefined || options.workload === name);
  if (workloads.length === 0) throw new Error(`--workload must be ${WORKLOADS.join(' or ')}`);
  const postgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = postgres.url;
  try {
    if (options.seed === undefined) return await runAll(seeds, from, processes, workloads);
    const [workload] = workloads as [Workload];
    if (options.shrink) return await replayShortest(seed, workload);
    const only = typeof options.only === 'string' ? options.only.split('; ') : undefined;
    return await replay(seed, { workload, only, isDetailed: options.statements === true });
  } finally {
    await postgres.stop();
  }
}

main().then(
  (isPassed) => process.exit(isPassed ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
