import { readArguments } from '@luit/local/command-arguments';
import { startPostgres } from '@luit/local/postgres';
import { HistoryRunner } from './history-runner';
import type { HistoryResult } from './simulation';

const DEFAULTS = { seeds: '200', from: '1', processes: '1' };

/** Then a new database replaces the current one, which is full of dead rows and partitions. */
const HISTORIES_PER_PROCESS = 500;

const LEGEND = ' seconds who           what happened; FAULT marks what the history makes fail\n';

/** `npm run verify -- simulate --seed 7`: prints everything that happened; with `--statements`, also every statement and message. */
async function replay(seed: number, hasStatements: boolean): Promise<boolean> {
  const runner = await HistoryRunner.start();
  try {
    const { trace, problems, recoveryMs } = await runner.run(seed, hasStatements);
    const outcome = problems.length > 0 ? problems : [`Nothing was owed ${recoveryMs / 1_000} s after the last fault`];
    console.log([LEGEND, ...trace, '', ...outcome].join('\n'));
    return problems.length === 0;
  } finally {
    await runner.stop();
  }
}

/** `npm run verify -- simulate --seeds 10000 --from 1 --processes 2` */
async function runAll(count: number, from: number, processes: number): Promise<boolean> {
  const startedAt = performance.now();
  const seeds = Array.from({ length: count }, (_, i) => from + i).values();
  let failed = 0;
  const onResult = ({ seed, problems }: HistoryResult): void => {
    if (problems.length === 0) return;
    failed += 1;
    console.log(`Seed ${seed}: ${problems.join('\n  ')}`);
  };
  const cpu = await Promise.all(Array.from({ length: processes }, () => runEach(seeds, onResult)));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const busy = cpu.reduce((sum, one) => sum + one, 0).toFixed(0);
  console.log(`${count} histories in ${seconds} s (${busy} s of processor time without Postgres): ${failed} failed`);
  return failed === 0;
}

/** Runs seeds in one process until none is left; other processes take of them too. @returns its seconds of processor time */
async function runEach(seeds: Iterator<number>, onResult: (result: HistoryResult) => void): Promise<number> {
  let cpuSeconds = 0;
  let runner: HistoryRunner | undefined;
  let ran = 0;
  const stop = async (): Promise<void> => {
    await runner?.stop();
    cpuSeconds += runner?.cpuSeconds ?? 0;
    runner = undefined;
  };
  for (let next = seeds.next(); !next.done; next = seeds.next()) {
    const seed = next.value;
    runner ??= await HistoryRunner.start();
    try {
      onResult(await runner.run(seed));
    } catch (error) {
      onResult({ seed, problems: [(error as Error).message], trace: [], recoveryMs: 0 });
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
    options: { seeds: 'COUNT', from: 'SEED', processes: 'COUNT', seed: 'NUMBER', statements: null },
  });
  const [seeds, from, processes, seed] = (['seeds', 'from', 'processes', 'seed'] as const).map((name) =>
    readCount(name, String(options[name] ?? { ...DEFAULTS, seed: '1' }[name])),
  ) as [number, number, number, number];
  const postgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = postgres.url;
  try {
    if (options.seed !== undefined) return await replay(seed, options.statements === true);
    return await runAll(seeds, from, processes);
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
