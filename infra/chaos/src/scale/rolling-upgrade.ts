import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers, type VirtualUser } from '../runs/virtual-user';
import { LoadBalancer, upstreamOf } from './load-balancer';
import { Replica } from './replica';

const USERS = 4;
const REQUEST_INTERVAL_MS = 700;
const READ_INTERVAL_MS = 150;
/** How long the old and the new process run side by side. */
const OVERLAP_MS = 3_000;
/** Several health checks of the load balancer. Milliseconds. */
const SHUTDOWN_DELAY_MS = '3000';
/** One in five jobs renders a video; the others fail early. */
const VIDEO_EVERY = 5;
/** The only status that clients may have to retry while a process is replaced. */
const ALLOWED_STATUS = '503';

export interface RollingUpgradeResult {
  jobs: number;
  reads: number;
  /** Responses that clients had to retry, by status or kind of error. */
  transientErrors: Record<string, number>;
  /** One sentence each; empty if the upgrade passed. */
  problems: string[];
}

/**
 * Replaces every process under load, as a rolling upgrade does: starts the new process, runs both for a while, then sends
 * SIGTERM to the old one. There are two gateways, with sockets on both, and one process of everything else.
 */
export async function rollingUpgrade(): Promise<RollingUpgradeResult> {
  const loadBalancer = await LoadBalancer.open();
  const cluster = await TestCluster.open(1, [], {
    sandbox: { RAZORPAY_WEBHOOK_URL: `${loadBalancer.url}/api/webhooks/razorpay` },
    generation: { WEBHOOK_BASE_URL: loadBalancer.url, INVARIANTS_INTERVAL_MS: '2000' },
    billing: { INVARIANTS_INTERVAL_MS: '2000' },
    gateway: { SHUTDOWN_DELAY_MS },
  });
  const replicas: Replica[] = [];
  let users: VirtualUser[] = [];
  const start = async (template: string, name: string): Promise<Replica> => {
    const replica = await Replica.start(cluster, template, name);
    replicas.push(replica);
    return replica;
  };
  try {
    cluster.loadBalancer = loadBalancer.url;
    const first = upstreamOf(cluster.running, 'gateway');
    const second = await start('gateway', 'gateway-b');
    await loadBalancer.setUpstreams([first, second.upstream]);
    await pause(OVERLAP_MS);
    users = await createUsers(cluster, USERS);
    const load = startLoad(users);
    await rollGateways(cluster, loadBalancer, second, start);
    for (const name of ['auth', 'billing', 'generation', 'worker-1']) {
      await start(name, `${name}-new`);
      await pause(OVERLAP_MS);
      await timed(name, () => cluster.running.stopProcess(name));
      await pause(OVERLAP_MS);
    }
    const reads = await load.end();
    return await createResult(cluster, users, reads);
  } finally {
    for (const user of users) user.leave();
    for (const replica of replicas) replica.kill();
    await cluster.close(true);
    loadBalancer.close();
  }
}

/** Replaces both gateways, one after the other. */
async function rollGateways(
  cluster: TestCluster,
  loadBalancer: LoadBalancer,
  second: Replica,
  start: (template: string, name: string) => Promise<Replica>,
): Promise<void> {
  const third = await start('gateway', 'gateway-c');
  await loadBalancer.setUpstreams([upstreamOf(cluster.running, 'gateway'), second.upstream, third.upstream]);
  await pause(OVERLAP_MS);
  await timed('gateway', () => cluster.running.stopProcess('gateway'));
  const fourth = await start('gateway', 'gateway-d');
  await loadBalancer.setUpstreams([second.upstream, third.upstream, fourth.upstream]);
  await pause(OVERLAP_MS);
  await timed('gateway-b', () => second.stop());
  await loadBalancer.setUpstreams([third.upstream, fourth.upstream]);
}

async function timed(name: string, stop: () => Promise<void>): Promise<void> {
  const at = Date.now();
  await stop();
  console.log(`  ${name} replaced; it exited ${((Date.now() - at) / 1_000).toFixed(1)} s after SIGTERM`);
}

/** Sends jobs and reads until `end` is called, which returns the number of reads. */
function startLoad(users: VirtualUser[]): { end(): Promise<number> } {
  const user = (turn: number): VirtualUser => users[turn % users.length] as VirtualUser;
  let reads = 0;
  let isOver = false;
  const load = Promise.all([
    atConstantRate(
      REQUEST_INTERVAL_MS,
      () => isOver,
      (turn) => user(turn).perform(plainRequest(turn % VIDEO_EVERY === 0 ? '' : '[slow:1][fail:technical]')),
    ),
    atConstantRate(
      READ_INTERVAL_MS,
      () => isOver,
      async (turn) => {
        await user(turn).retry(() => user(turn).client.balance());
        reads += 1;
      },
    ),
  ]);
  return {
    end: async () => {
      isOver = true;
      await load;
      return reads;
    },
  };
}

async function createResult(cluster: TestCluster, users: VirtualUser[], reads: number): Promise<RollingUpgradeResult> {
  const report = await createRunReport(cluster, users);
  const transientErrors: Record<string, number> = {};
  for (const user of users)
    for (const [name, count] of Object.entries(user.transientErrors))
      transientErrors[name] = (transientErrors[name] ?? 0) + count;
  const unexpected = Object.entries(transientErrors).filter(([name]) => name !== ALLOWED_STATUS);
  const problems = [
    ...report.problems,
    ...unexpected.map(([name, count]) => `${count} requests ended with ${name}`),
    ...Object.entries(report.unexpected).map(([code, count]) => `${count} jobs failed unexpected: ${code}`),
  ];
  if (report.extraTasks > 0) problems.push(`Providers ran ${report.extraTasks} extra tasks`);
  if (problems.length > 0) console.log(`Logs: ${await cluster.saveLogs()}`);
  const jobs = users.reduce((sum, { accepted }) => sum + accepted.length, 0);
  return { jobs, reads, transientErrors, problems };
}
