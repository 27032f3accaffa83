import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { LoadBalancer, upstreamOf, type Upstream } from './load-balancer';
import { Replica } from './replica';

/** How long the old and the new process run side by side. */
const OVERLAP_MS = 3_000;
/** Several health checks of the load balancer. Milliseconds. */
const SHUTDOWN_DELAY_MS = '3000';
const GATEWAYS = 2;

/** A process that serves now, until it is replaced. */
interface Member {
  name: string;
  upstream?: Upstream;
  stop(): Promise<void>;
}

/** Two gateways behind a load balancer and one process of every other service, which can be replaced while they serve. */
export class RollingStack {
  private readonly replicas: Replica[] = [];
  private gateways: Member[];
  private others: Record<string, Member>;

  private constructor(
    readonly cluster: TestCluster,
    private readonly loadBalancer: LoadBalancer,
  ) {
    const { running } = cluster;
    const member = (name: string): Member => ({ name, stop: () => running.stopProcess(name) });
    this.gateways = [{ ...member('gateway'), upstream: upstreamOf(running, 'gateway') }];
    this.others = Object.fromEntries(['auth', 'billing', 'generation', 'worker-1'].map((name) => [name, member(name)]));
  }

  static async open(): Promise<RollingStack> {
    const loadBalancer = await LoadBalancer.open();
    const cluster = await TestCluster.open(1, [], {
      sandbox: { SANDBOX_VARIES_BY_SEED: 'false', RAZORPAY_WEBHOOK_URL: `${loadBalancer.url}/api/webhooks/razorpay` },
      generation: { WEBHOOK_BASE_URL: loadBalancer.url, CHECK_INTERVAL_MS: '2000' },
      billing: { CHECK_INTERVAL_MS: '2000' },
      gateway: { SHUTDOWN_DELAY_MS },
    });
    cluster.loadBalancer = loadBalancer.url;
    const stack = new RollingStack(cluster, loadBalancer);
    while (stack.gateways.length < GATEWAYS) await stack.addGateway();
    return stack;
  }

  /** Replaces every process, as a rolling upgrade does: starts the new process, runs both for a while, then sends SIGTERM to the old one. */
  async replaceAll(): Promise<void> {
    for (const old of [...this.gateways]) {
      await this.addGateway();
      await stop(old);
      this.gateways = this.gateways.filter((gateway) => gateway !== old);
      await this.balance();
    }
    for (const [service, old] of Object.entries(this.others)) {
      this.others[service] = await this.start(service);
      await pause(OVERLAP_MS);
      await stop(old);
      await pause(OVERLAP_MS);
    }
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) replica.kill();
    await this.cluster.close(true);
    this.loadBalancer.close();
  }

  private async addGateway(): Promise<void> {
    this.gateways.push(await this.start('gateway'));
    await this.balance();
    await pause(OVERLAP_MS);
  }

  private async balance(): Promise<void> {
    await this.loadBalancer.setUpstreams(this.gateways.flatMap(({ upstream }) => upstream ?? []));
  }

  private async start(template: string): Promise<Member> {
    const name = `${template.replace(/-\d+$/, '')}-replaced-${this.replicas.length + 1}`;
    const replica = await Replica.start(this.cluster, template, name);
    this.replicas.push(replica);
    return { name, upstream: replica.upstream, stop: () => replica.stop() };
  }
}

async function stop(member: Member): Promise<void> {
  const at = Date.now();
  await member.stop();
  console.log(`  ${member.name} replaced; it exited ${((Date.now() - at) / 1_000).toFixed(1)} s after SIGTERM`);
}
