import { freePort } from '@luit/local/port-leases';
import { findPgbouncer, type PoolerOptions } from '@luit/local/pgbouncer-process';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { type RunReport, createRunReport } from './run-report';
import { FaultInjector } from './fault-injector';
import { ProcessClocks } from './process-clocks';
import { shortenReportingWindow } from './reporting-window';
import { createUsers, type VirtualUser } from './virtual-user';
import { CLOCKS, PROXIED, planFaults, planRequests, seconds, type RunOptions, type PlannedRequest } from './run-plan';

const WORKERS = 3;
/** Short, so that every invariant is checked soon after the end. Milliseconds. */
const CHECK_INTERVAL_MS = '2000';
/** Connections to Postgres of each service's role, which its two processes share. */
const POOL_SIZE = 10;
const PURCHASES = 16;

/**
 * Creates, cancels and retries jobs of all kinds and buys packs, while it kills and freezes processes, stalls connections,
 * locks rows, makes Postgres read-only, flushes Redis, shifts clocks and lets providers fail. Every service runs twice, the
 * gateways behind a load balancer. Returns once every job has finished, and prints what it found.
 */
export async function runChaos(options: RunOptions): Promise<RunReport> {
  const env = { CHECK_INTERVAL_MS: CHECK_INTERVAL_MS };
  const clocks = await ProcessClocks.create(CLOCKS);
  const cluster = await TestCluster.openReplicated({
    workers: WORKERS,
    proxied: PROXIED,
    env: { ...clocks.environment, billing: env, generation: env },
    pooler: options.isPooled ? await newPooler() : undefined,
  });
  let users: VirtualUser[] = [];
  const endShortening = shortenReportingWindow(cluster);
  try {
    users = await createUsers(cluster);
    const injector = new FaultInjector(cluster, clocks);
    const startedAt = Date.now();
    await Promise.all([
      injector.injectAll(planFaults(options), startedAt),
      sendRequests(planRequests(options), users, startedAt),
      buyPacks(users, options.durationMs, startedAt),
    ]);
    const report = await createRunReport(cluster, users);
    printReport(options, injector, users, report);
    if (report.problems.length > 0) console.log(`Logs: ${await cluster.saveLogs()}`);
    return report;
  } catch (error) {
    console.log(`The run of seed ${options.seed} stopped early. Logs: ${await cluster.saveLogs()}`);
    throw error;
  } finally {
    await endShortening();
    for (const user of users) user.leave();
    await cluster.close(true);
    await clocks.close();
  }
}

async function newPooler(): Promise<PoolerOptions> {
  return { program: findPgbouncer(console.log), port: await freePort(), poolSize: POOL_SIZE };
}

async function sendRequests(requests: PlannedRequest[], users: VirtualUser[], startedAt: number): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      await pause(Math.max(0, startedAt + request.atMs - Date.now()));
      await users[request.user]?.perform(request);
    }),
  );
}

async function buyPacks(users: VirtualUser[], durationMs: number, startedAt: number): Promise<void> {
  await Promise.all(
    Array.from({ length: PURCHASES }, async (_, index) => {
      await pause(Math.max(0, startedAt + (index * durationMs) / PURCHASES - Date.now()));
      await users[index % users.length]?.buy();
    }),
  );
}

function printReport(
  { seed, jobs, durationMs }: RunOptions,
  { injected }: FaultInjector,
  users: VirtualUser[],
  report: RunReport,
): void {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const transientErrors: Record<string, number> = {};
  for (const user of users)
    for (const [name, count] of Object.entries(user.transientErrors))
      transientErrors[name] = (transientErrors[name] ?? 0) + count;
  const accepted = users.reduce((sum, user) => sum + user.accepted.length, 0);
  console.log(`Seed ${seed}: ${jobs} jobs over ${seconds(durationMs)}, ${injected.length} faults\n`);
  for (const { atMs, description } of injected) console.log(`  ${seconds(atMs).padStart(8)}  ${description}`);
  console.log(`
Accepted: ${accepted} (${jobs} and ${accepted - jobs} retries), ${list(report.types)}
Finished: ${list(report.outcomes)}
Error codes: ${list(report.failures)}; unexpected: ${list(report.unexpected) || 'none'}
Duration: median ${seconds(report.medianMs)}, longest ${seconds(report.longestMs)}
Submission outcome unknown for a while: ${report.wereUnknown}; resubmitted: ${report.resubmitted}; extra provider tasks: ${report.extraTasks}
Transient errors: ${list(transientErrors) || 'none'}
Repaired by the last invariant checks: ${report.repaired}
${report.histories.map((history) => `Failed: ${history}\n`).join('')}${report.problems.length === 0 ? 'I1–I6 hold.' : `PROBLEMS:\n  ${report.problems.join('\n  ')}`}`);
}
