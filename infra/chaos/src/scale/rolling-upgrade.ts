import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers, type VirtualUser } from '../runs/virtual-user';
import { LoadBalancer, type Upstream } from './load-balancer';
import { Replica } from './replica';

const PEOPLE = 4;
const ASK_EVERY_MS = 700;
const READ_EVERY_MS = 150;
/** How long old and new run side by side, milliseconds. */
const BOTH_MS = 3_000;
const FILM_EVERY = 5;
/** What people are told to try again, because a part is being replaced. */
const ALLOWED = '503';

export interface RollingUpgradeResult {
  jobs: number;
  reads: number;
  /** Answers that were no success, by what came instead. */
  transientErrors: Record<string, number>;
  /** Each a sentence; empty when nothing was lost, doubled or failed. */
  faults: string[];
}

/**
 * Replaces every process under load, as an upgrade does: the new one up first, both side by side for a while, then SIGTERM to
 * the old one. Two gateways, sockets on both; everything else has one process before and after.
 */
export async function rollingUpgrade(): Promise<RollingUpgradeResult> {
  const loadBalancer = await LoadBalancer.open();
  const cluster = await TestCluster.open(1, [], {
    sandbox: { RAZORPAY_WEBHOOK_URL: `${loadBalancer.url}/api/webhooks/razorpay` },
    generation: { WEBHOOK_BASE_URL: loadBalancer.url, INVARIANTS_INTERVAL_MS: '2000' },
    billing: { INVARIANTS_INTERVAL_MS: '2000' },
  });
  const replicas: Replica[] = [];
  let people: VirtualUser[] = [];
  const start = async (like: string, name: string): Promise<Replica> => {
    const replica = await Replica.start(cluster, like, name);
    replicas.push(replica);
    return replica;
  };
  try {
    cluster.loadBalancer = loadBalancer.url;
    const first = firstGateway(cluster);
    const second = await start('gateway', 'gateway-b');
    loadBalancer.lead([first, second.upstream]);
    await pause(BOTH_MS);
    people = await createUsers(cluster, PEOPLE);
    const load = startLoad(people);
    await rollGateways(cluster, loadBalancer, second, start);
    for (const name of ['auth', 'billing', 'generation', 'worker-1']) {
      await start(name, `${name}-new`);
      await pause(BOTH_MS);
      await timed(name, () => cluster.running.stopProcess(name));
      await pause(BOTH_MS);
    }
    const reads = await load.end();
    return await accountOf(cluster, people, reads);
  } finally {
    for (const person of people) person.leave();
    for (const replica of replicas) replica.kill();
    await cluster.close(true);
    loadBalancer.close();
  }
}

/** Both gateways are replaced, one after the other. */
async function rollGateways(
  cluster: TestCluster,
  loadBalancer: LoadBalancer,
  second: Replica,
  start: (like: string, name: string) => Promise<Replica>,
): Promise<void> {
  const third = await start('gateway', 'gateway-c');
  loadBalancer.lead([firstGateway(cluster), second.upstream, third.upstream]);
  await pause(BOTH_MS);
  await timed('gateway', () => cluster.running.stopProcess('gateway'));
  const fourth = await start('gateway', 'gateway-d');
  loadBalancer.lead([second.upstream, third.upstream, fourth.upstream]);
  await pause(BOTH_MS);
  await timed('gateway-b', () => second.stop());
  loadBalancer.lead([third.upstream, fourth.upstream]);
}

function firstGateway({ running }: TestCluster): Upstream {
  const { PORT, HEALTH_PORT } = running.environmentOf('gateway');
  return { url: `http://127.0.0.1:${PORT}`, ready: `http://127.0.0.1:${HEALTH_PORT}/health/ready` };
}

async function timed(name: string, stop: () => Promise<void>): Promise<void> {
  const at = Date.now();
  await stop();
  console.log(`  ${name} replaced; it ended ${((Date.now() - at) / 1_000).toFixed(1)} s after SIGTERM`);
}

/** Jobs and reads until it is ended. */
function startLoad(people: VirtualUser[]): { end(): Promise<number> } {
  const person = (turn: number): VirtualUser => people[turn % people.length] as VirtualUser;
  let reads = 0;
  let isOver = false;
  const load = Promise.all([
    atConstantRate(
      ASK_EVERY_MS,
      () => isOver,
      (turn) => person(turn).perform(plainRequest(turn % FILM_EVERY === 0 ? '' : '[slow:1][fail:technical]')),
    ),
    atConstantRate(
      READ_EVERY_MS,
      () => isOver,
      async (turn) => {
        await person(turn).retry(() => person(turn).client.balance());
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

async function accountOf(cluster: TestCluster, people: VirtualUser[], reads: number): Promise<RollingUpgradeResult> {
  const report = await createRunReport(cluster, people);
  const transientErrors: Record<string, number> = {};
  for (const person of people)
    for (const [name, count] of Object.entries(person.transientErrors))
      transientErrors[name] = (transientErrors[name] ?? 0) + count;
  const failed = Object.entries(transientErrors).filter(([name]) => name !== ALLOWED);
  const faults = [
    ...report.faults,
    ...failed.map(([name, count]) => `${count} requests ended with ${name}`),
    ...Object.entries(report.unasked).map(([code, count]) => `${count} jobs failed unasked: ${code}`),
  ];
  if (report.extraTasks > 0) faults.push(`${report.extraTasks} tasks beyond one a job`);
  if (faults.length > 0) console.log(`Logs: ${await cluster.keepLogs()}`);
  const jobs = people.reduce((sum, { accepted }) => sum + accepted.length, 0);
  return { jobs, reads, transientErrors, faults };
}
