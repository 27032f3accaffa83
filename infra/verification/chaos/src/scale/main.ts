import { readArguments } from '@luit/local/command-arguments';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describeRollingLoad, rollingUpgrade } from './rolling-upgrade';
import { scaleWorkers } from './workers';

const BENCH = path.resolve(__dirname, '..', '..', '..', 'bench', 'dist', 'main.js');

/** Compares two workers with one, as `npm run verify -- bench P10` does. */
function runP10(): Promise<string[]> {
  const { status } = spawnSync(process.execPath, [BENCH, 'P10'], { stdio: 'inherit' });
  return Promise.resolve(status === 0 ? [] : ['P10 could not be measured']);
}

/** Scales the workers and prints the result. Returns the problems. */
async function runWorkers(): Promise<string[]> {
  const { jobs, phases, problems } = await scaleWorkers();
  console.log('\n| workers | requested | finished | waiting at the end |\n|---|---|---|---|');
  for (const { workers, requestedPerSecond, finishedPerSecond, waiting } of phases)
    console.log(
      `| ${workers} | ${requestedPerSecond.toFixed(2)} /s | ${finishedPerSecond.toFixed(2)} /s | ${waiting} |`,
    );
  console.log(
    `\nWorkers 1 → 4 → 1: ${jobs} jobs, ${problems.length === 0 ? 'none lost, duplicated or stuck' : 'FAILED'}`,
  );
  return problems;
}

/** Replaces every process and prints the result. Returns the problems. */
async function runRollingUpgrade(): Promise<string[]> {
  const result = await rollingUpgrade();
  console.log(`\nEvery service replaced: ${describeRollingLoad(result)}`);
  return result.problems;
}

const RUNS: Record<string, () => Promise<string[]>> = { P10: runP10, workers: runWorkers, rolling: runRollingUpgrade };

/** `npm run verify -- scale`, or `npm run verify -- scale rolling` for one part. */
async function main(): Promise<void> {
  const { names: chosen } = readArguments({ command: 'npm run verify -- scale', names: Object.keys(RUNS) });
  const problems: string[] = [];
  for (const [name, run] of Object.entries(RUNS))
    if (chosen.length === 0 || chosen.includes(name)) problems.push(...(await run()));
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) throw new Error(`The test found ${problems.length} problems`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
