import { TestCluster } from './test-cluster';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { killAccepting } from './scenarios/kill-accepting';
import { killWorker, MOMENTS } from './scenarios/kill-worker';
import { outage } from './scenarios/outage';
import { racePaymentSources } from './scenarios/payment-sources';
import { runChaos } from './runs/chaos-run';

const FROZEN_MS = 60_000;
const DOWN_MS = 20_000;
const ROUNDS = 10;
const FLUSHED_JOBS = 30;
const PAYMENTS = 1_000;
const JOBS = 200;
const RUN_MS = 150_000;

/** `npm run chaos`, or `npm run chaos -- 7` for the storm of that seed. */
async function runRandom(): Promise<void> {
  const asked = process.argv.slice(2).find((argument) => /^\d+$/.test(argument));
  const seed = asked === undefined ? Math.floor(Math.random() * 1_000_000) : Number(asked);
  const { faults } = await runChaos({ seed, jobs: JOBS, lastsMs: RUN_MS });
  if (faults.length > 0) throw new Error('The storm left something broken');
}

/** `npm run chaos -- payment-sources`: one payment's roads to its grant, raced a thousand times. */
async function raceAllPaymentSources(): Promise<void> {
  const cluster = await TestCluster.open(1);
  try {
    const first = await racePaymentSources(cluster, await cluster.creator('starter', 0), PAYMENTS);
    const shares = Object.entries(first).map(([road, count]) => `${road} ${count}`);
    console.log(`${PAYMENTS} payments told on every road at once: ${PAYMENTS} grants; first were ${shares.join(', ')}`);
  } finally {
    await cluster.close();
  }
}

/** `npm run chaos -- scenarios`: the faults of which chaos.spec.ts has one of each kind, all of them and at full length, with what was measured. */
async function runScenarios(): Promise<void> {
  const cluster = await TestCluster.open(3);
  try {
    const creator = await cluster.creator('pro', 4);
    for (const moment of MOMENTS) {
      console.log(`worker killed ${moment}: taken up again after ${await killWorker(cluster, creator, moment)} ms`);
    }
    const refused = await freezeWorker(cluster, creator, FROZEN_MS);
    console.log(`worker frozen for ${FROZEN_MS / 1_000} s: ${refused} late call(s) refused as stale`);
    for (const service of ['generation', 'billing'] as const) {
      const cutOff = await killAccepting(cluster, creator, service, ROUNDS);
      console.log(
        `${service} killed ${ROUNDS} times while accepting: ${cutOff} requests cut off, none lost or doubled`,
      );
    }
    const { states, endedMs } = await flushRedis(cluster, creator, FLUSHED_JOBS);
    console.log(`Redis emptied with jobs ${states.join(', ')}: all ended well after ${endedMs} ms`);
    for (const part of ['postgres', 'redis'] as const) {
      const { answers, slowestMs, recoveredMs } = await outage(cluster, [creator], part, DOWN_MS);
      const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
      console.log(
        `${part} away for ${DOWN_MS / 1_000} s: ${counts.join(', ')}; slowest answer ${slowestMs} ms; ` +
          `accepting again ${recoveredMs} ms after its return`,
      );
    }
  } finally {
    await cluster.close();
  }
}

const RUNS: Record<string, () => Promise<void>> = { 'payment-sources': raceAllPaymentSources, scenarios: runScenarios };
const run = RUNS[process.argv[2] ?? ''] ?? runRandom;

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
