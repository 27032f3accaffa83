import { readArguments } from '@luit/local/command-arguments';
import { TestCluster } from './test-cluster';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { APPROVING, type ApprovingMoment, killApproving, twoOperators } from './scenarios/kill-approving';
import { killAccepting } from './scenarios/kill-accepting';
import { killWorker, MOMENTS } from './scenarios/kill-worker';
import { outage } from './scenarios/outage';
import { deliverWebhooks, WEBHOOK_FAULTS, type WebhookFault } from './scenarios/webhook-deliveries';
import { starveMachine } from './scenarios/starved-machine';
import { racePaymentSources } from './scenarios/payment-sources';
import { runPostgresFailover } from './postgres/failover';
import { runOldSnapshot } from './redis/old-snapshot';
import { runPlannedFailover } from './redis/planned-failover';
import type { FailoverFigures } from './scenarios/failover';
import { runClusterFailover } from './redis/cluster-failover';
import { runSentinelFailover } from './redis/sentinel-failover';
import { runFullDisks } from './disks/full-disks';
import { runRunners } from './runners/run-runners';
import { runRestoreDrill } from './recovery/restore-drill';
import { runChaos } from './runs/chaos-run';

const FROZEN_MS = 60_000;
const DOWN_MS = 20_000;
const ROUNDS = 10;
const FLUSHED_JOBS = 30;
const PAYMENTS = 1_000;
const JOBS = 200;
const RUN_SECONDS = 150;
const STARVED_JOBS = 60;
const WEBHOOKS = { tests: 60, videos: 12 };

/**
 * `npm run verify -- chaos`, or `npm run verify -- chaos 7` to repeat the run of seed 7. `--seconds 60` makes it shorter, which gives other
 * faults. `--pgbouncer` runs it through PgBouncer, which is killed too.
 */
async function runRandom(given: string | undefined, seconds: number, isPooled: boolean): Promise<void> {
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  const jobs = Math.ceil((JOBS * seconds) / RUN_SECONDS);
  const { problems } = await runChaos({ seed, jobs, durationMs: seconds * 1_000, isPooled });
  if (problems.length > 0) throw new Error(`The run found ${problems.length} problems`);
}

/** `npm run verify -- chaos payment-sources`: verify calls, webhooks and the poller race to grant each of a thousand payments. */
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

/** `npm run verify -- chaos scenarios`: every scenario at full length, with measurements. chaos.slow.ts runs one of each kind. */
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

/** `npm run verify -- chaos approvals`: kills billing and the gateway while a second operator approves a change of credits. */
async function runApprovals(): Promise<void> {
  const cluster = await TestCluster.open(1);
  try {
    const operators = await twoOperators(cluster);
    for (const name of Object.keys(APPROVING) as ApprovingMoment[]) {
      console.log(`${name}: executed once, ${await killApproving(cluster, operators, name)} ms after the crash`);
    }
  } finally {
    await cluster.close();
  }
}

function printFailover(fault: string, { responses, recoveredMs, endedMs }: FailoverFigures): void {
  const counts = Object.entries(responses).map(([status, count]) => `${count} × ${status}`);
  console.log(`${fault}: ${counts.join(', ')}; clients served after ${recoveredMs} ms, all ended after ${endedMs} ms`);
}

/** `npm run verify -- chaos redis-cluster`: a complete stack on a Redis Cluster that loses a node. */
async function runRedisCluster(): Promise<void> {
  printFailover('primary of a cluster killed', await runClusterFailover());
}

/** `npm run verify -- chaos redis-failover`: another Redis server takes over while jobs and payments are in flight. */
async function runRedisFailovers(): Promise<void> {
  printFailover('planned failover, old primary alive', await runPlannedFailover());
  printFailover('primary killed under Sentinel, tail lost', await runSentinelFailover());
}

/** `npm run verify -- chaos redis-snapshot`: Redis gets an older snapshot back while jobs and payments are in flight. */
async function runRedisSnapshot(): Promise<void> {
  printFailover('older snapshot of Redis restored', await runOldSnapshot());
}

/** `npm run verify -- chaos postgres-failover`: the primary is killed and its standby promoted while jobs and payments are in flight. */
async function runDatabaseFailover(): Promise<void> {
  printFailover('primary of Postgres killed, standby promoted', await runPostgresFailover());
}

/** `npm run verify -- chaos full-disk`: stores without space, as root. */
async function runFullDisk(): Promise<void> {
  await runFullDisks(({ description, alert, alertedMs, readiness, faultMs, ...figures }) => {
    const counts = Object.entries(figures.responses).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${description} for ${faultMs} ms: ${alert} after ${alertedMs} ms; ${counts.join(', ')}; freed, clients served after ` +
        `${Math.max(0, figures.recoveredMs - faultMs)} ms, all ended after ${figures.endedMs - faultMs} ms; ` +
        `not ready: ${readiness.join('; ') || 'nobody'}`,
    );
  });
}

/** `npm run verify -- chaos webhooks`: kills workers and flushes Redis while webhooks are delivered to customers. */
async function runWebhooks(): Promise<void> {
  const cluster = await TestCluster.open(2);
  try {
    for (const fault of Object.keys(WEBHOOK_FAULTS) as WebhookFault[]) {
      const creator = await cluster.creator('pro', 2);
      const { events, unanswered, repeated, deliveredMs } = await deliverWebhooks(cluster, creator, fault, WEBHOOKS);
      console.log(
        `${fault} with ${unanswered} webhooks unanswered: all ${events} events arrived with one id each, the last ${deliveredMs} ms ` +
          `later; ${repeated} arrived again`,
      );
    }
  } finally {
    await cluster.close();
  }
}

/** `npm run verify -- chaos starved`: a stack with a fraction of the processor time that it needs. `--jobs 10` makes it shorter. */
async function runStarved(): Promise<void> {
  const jobs = Number(options.jobs ?? STARVED_JOBS);
  const { startSeconds, responses, slowestAnswerMs, finishedMs, ...opened } = await starveMachine(jobs);
  const counts = Object.entries(responses).map(([status, count]) => `${count} × ${status}`);
  const [middle, slowest] = [0.5, 1].map(
    (share) => finishedMs.toSorted((a, b) => a - b)[Math.ceil(share * finishedMs.length) - 1],
  );
  console.log(
    `four busy loops: ready after ${startSeconds.toFixed(1)} s; ${counts.join(', ')}, the slowest after ${slowestAnswerMs} ms; ` +
      `finished and pushed after ${middle} ms (median) and ${slowest} ms; connections opened meanwhile: ` +
      `Postgres ${opened.postgresSessions}, Redis ${opened.redisConnections}; no process was restarted`,
  );
}

/** `npm run verify -- chaos restore`: a lost disk is restored to a second; `--gigabytes 10` adds rows first. */
async function runRestore(): Promise<void> {
  const { databaseBytes, archivedMs, backedUpMs, lostMs, purchases, recoveredMs, reconciledMs } = await runRestoreDrill(
    Number(options.gigabytes ?? 0),
  );
  const megabytes = Math.round(databaseBytes / 2 ** 20);
  console.log(
    `database of ${megabytes} MB: archived ${archivedMs} ms after its last row, backed up and checked in ${backedUpMs} ms; ` +
      `${lostMs} ms before the disk was lost are not archived, after the last segment came ${purchases} purchases; restored in ` +
      `${recoveredMs} ms; all paid granted and all jobs ended ${reconciledMs} ms after the start of the services`,
  );
}

const RUNS: Record<string, () => Promise<void>> = {
  'payment-sources': raceAllPaymentSources,
  scenarios: runScenarios,
  approvals: runApprovals,
  webhooks: runWebhooks,
  'redis-failover': runRedisFailovers,
  'redis-snapshot': runRedisSnapshot,
  'postgres-failover': runDatabaseFailover,
  'redis-cluster': runRedisCluster,
  'full-disk': runFullDisk,
  runners: runRunners,
  starved: runStarved,
  restore: runRestore,
};
const {
  names,
  value: seed,
  options,
} = readArguments({
  command: 'npm run verify -- chaos',
  names: Object.keys(RUNS),
  value: { label: 'SEED', pattern: /^\d+$/ },
  options: { seconds: 'N', jobs: 'N', pgbouncer: null, gigabytes: 'N' },
});
const run =
  RUNS[names[0] ?? ''] ?? (() => runRandom(seed, Number(options.seconds ?? RUN_SECONDS), options.pgbouncer === true));

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
