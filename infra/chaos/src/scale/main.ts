import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { rollingUpgrade } from './rolling-upgrade';
import { scaleWorkers } from './workers';

const BENCH = path.resolve(__dirname, '..', '..', '..', 'bench', 'dist', 'main.js');

/** Two workers beside one, as `npm run bench -- P10` measures it. */
function tellP10(): Promise<string[]> {
  const { status } = spawnSync(process.execPath, [BENCH, 'P10'], { stdio: 'inherit' });
  return Promise.resolve(status === 0 ? [] : ['P10 could not be measured']);
}

/** Prints one workers' run; answers what did not hold. */
async function tellWorkers(): Promise<string[]> {
  const { jobs, phases, faults } = await scaleWorkers();
  console.log('\n| workers | asked | finished | waiting at the end |\n|---|---|---|---|');
  for (const { workers, askedPerSecond, finishedPerSecond, waiting } of phases)
    console.log(`| ${workers} | ${askedPerSecond.toFixed(2)} /s | ${finishedPerSecond.toFixed(2)} /s | ${waiting} |`);
  console.log(
    `\nWorkers 1 → 4 → 1: ${jobs} jobs, ${faults.length === 0 ? 'none lost, doubled or stranded' : 'NOT WELL'}`,
  );
  return faults;
}

/** Prints one roll through every service; answers what did not hold. */
async function tellRolling(): Promise<string[]> {
  const { jobs, reads, transientErrors, faults } = await rollingUpgrade();
  const retried = Object.entries(transientErrors).map(([name, count]) => `${count} × ${name}`);
  console.log(
    `\nEvery service replaced: ${jobs} jobs, ${reads} reads; asked again: ${retried.join(', ') || 'none'}; ` +
      `${faults.length === 0 ? 'none lost, doubled or failed; every end was pushed' : 'NOT WELL'}`,
  );
  return faults;
}

const RUNS: Record<string, () => Promise<string[]>> = { P10: tellP10, workers: tellWorkers, rolling: tellRolling };

/** `npm run scale-test`, or `npm run scale-test -- rolling` for a part. */
async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((name) => name in RUNS);
  const faults: string[] = [];
  for (const [name, run] of Object.entries(RUNS))
    if (asked.length === 0 || asked.includes(name)) faults.push(...(await run()));
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) throw new Error(`${faults.length} things do not hold`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
