import { readArguments } from '@luit/local/command-arguments';
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

/** `npm run chaos`, or `npm run chaos -- 7` to repeat the run of seed 7. */
async function runRandom(given: string | undefined): Promise<void> {
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  const { problems } = await runChaos({ seed, jobs: JOBS, durationMs: RUN_MS });
  if (problems.length > 0) throw new Error(`The run found ${problems.length} problems`);
}

/** `npm run chaos -- payment-sources`: verify calls, webhooks and the poller race to grant each of a thousand payments. */
async function raceAllPaymentSources(): Promise<void> {
  const cluster = await TestCluster.open(1);
  try {
    const first = await racePaymentSources(cluster, await cluster.creator('starter', 0), PAYMENTS);
    const shares = Object.entries(first).map(([source, count]) => `${source} ${count}`);
    console.log(`${PAYMENTS} payments from every source at once: ${PAYMENTS} grants; granted by ${shares.join(', ')}`);
  } finally {
    await cluster.close();
  }
}

/** `npm run chaos -- scenarios`: every scenario at full length, with measurements. chaos.spec.ts runs one of each kind. */
async function runScenarios(): Promise<void> {
  const cluster = await TestCluster.open(3);
  try {
    const creator = await cluster.creator('pro', 4);
    for (const moment of MOMENTS) {
      console.log(`worker killed ${moment}: job resumed after ${await killWorker(cluster, creator, moment)} ms`);
    }
    const rejected = await freezeWorker(cluster, creator, FROZEN_MS);
    console.log(`worker frozen for ${FROZEN_MS / 1_000} s: ${rejected} late call(s) rejected as stale`);
    for (const service of ['generation', 'billing'] as const) {
      const interrupted = await killAccepting(cluster, creator, service, ROUNDS);
      console.log(
        `${service} killed ${ROUNDS} times while accepting: ${interrupted} requests interrupted, none lost or duplicated`,
      );
    }
    const { states, finishedMs } = await flushRedis(cluster, creator, FLUSHED_JOBS);
    console.log(`Redis flushed with jobs ${states.join(', ')}: all finished correctly after ${finishedMs} ms`);
    for (const part of ['postgres', 'redis'] as const) {
      const { responses, slowestMs, recoveredMs } = await outage(cluster, [creator], part, DOWN_MS);
      const counts = Object.entries(responses).map(([status, count]) => `${count} × ${status}`);
      console.log(
        `${part} down for ${DOWN_MS / 1_000} s: ${counts.join(', ')}; slowest response ${slowestMs} ms; ` +
          `accepting requests again ${recoveredMs} ms after its return`,
      );
    }
  } finally {
    await cluster.close();
  }
}

const RUNS: Record<string, () => Promise<void>> = { 'payment-sources': raceAllPaymentSources, scenarios: runScenarios };
const { names, value: seed } = readArguments({
  command: 'npm run chaos',
  names: Object.keys(RUNS),
  value: { label: 'SEED', pattern: /^\d+$/ },
});
const run = RUNS[names[0] ?? ''] ?? (() => runRandom(seed));

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
