import 'reflect-metadata';
import { readArguments } from '@luit/local/command-arguments';
import { startPostgres } from '@luit/local/postgres';
import { Histories } from './histories';

const DEFAULT_HISTORIES = 200;

/** `npm run simulate -- --seed 7`: prints everything that happened; with `--statements`, also every statement and message. */
async function replay(histories: Histories, seed: number, hasStatements: boolean): Promise<boolean> {
  const { trace, problems, recoveryMs } = await histories.run(seed, hasStatements);
  const outcome = problems.length > 0 ? problems : [`Nothing was owed ${recoveryMs / 1_000} s after the last fault`];
  console.log([...trace, '', ...outcome].join('\n'));
  return problems.length === 0;
}

/** `npm run simulate -- --seeds 10000` */
async function runAll(histories: Histories, count: number): Promise<boolean> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let failed = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const { problems } = await histories.run(seed);
    if (problems.length === 0) continue;
    failed += 1;
    console.log(`Seed ${seed}: ${problems.join('\n  ')}`);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const busy = ((user + system) / 1e6).toFixed(0);
  console.log(`${count} histories in ${seconds} s (${busy} s of processor time without Postgres): ${failed} failed`);
  return failed === 0;
}

async function main(): Promise<boolean> {
  const { options } = readArguments({
    command: 'npm run simulate',
    options: { seeds: 'COUNT', seed: 'NUMBER', statements: null },
  });
  const postgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = postgres.url;
  const histories = await Histories.open();
  try {
    const { seed, seeds = DEFAULT_HISTORIES, statements } = options;
    if (seed !== undefined) return await replay(histories, Number(seed), statements === true);
    return await runAll(histories, Number(seeds));
  } finally {
    await histories.close();
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
