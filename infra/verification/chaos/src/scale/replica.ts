import { freePort } from '@luit/local/port-leases';
import { isHttpReady } from '@luit/local/readiness';
import { SupervisedProcess } from '@luit/local/supervised-process';
import { until } from '@luit/smoke/until';
import path from 'node:path';
import type { TestCluster } from '../test-cluster';
import type { Upstream } from './load-balancer';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..', '..');
/** Longer than the services' own limit for draining work in flight. */
const STOP_GRACE_MS = 15_000;

/** An additional process of a service, as a rolling upgrade starts it before it stops the old one. */
export class Replica {
  private constructor(
    private readonly process: SupervisedProcess,
    readonly upstream: Upstream,
  ) {}

  /**
   * Starts a replica and waits until it is ready.
   *
   * @param template the process whose environment it gets
   */
  static async start(cluster: TestCluster, template: string, name: string): Promise<Replica> {
    const [health, port] = [await freePort(), await freePort()];
    const service = template.replace(/-\d+$/, '');
    const readinessUrl = `http://127.0.0.1:${health}/health/ready`;
    const ports = { HEALTH_PORT: String(health), ...(service === 'gateway' ? { PORT: String(port) } : {}) };
    const definition = {
      name,
      command: process.execPath,
      args: ['--enable-source-maps', path.join(CHECKOUT, 'services', service, 'dist', 'main.js')],
      // Postgres shows PGAPPNAME as the name of its connections.
      env: { ...cluster.running.environmentOf(template), INSTANCE_NAME: name, PGAPPNAME: name, ...ports },
      isReady: (pid: number) => isHttpReady(readinessUrl, pid),
      stopSignal: 'SIGTERM' as const,
      metrics: null,
    };
    const log = path.join(cluster.directory, 'logs', `${name}.log`);
    const quiet = { started: () => undefined, ended: () => undefined, log: (line: string) => console.log(line) };
    const replica = new SupervisedProcess(definition, log, quiet);
    await replica.start();
    return new Replica(replica, { url: `http://127.0.0.1:${port}`, readinessUrl });
  }

  /** Sends SIGTERM and waits until the process has drained. */
  stop(): Promise<void> {
    return this.process.stop(STOP_GRACE_MS);
  }

  kill(): void {
    this.process.forceStop();
  }

  async killAndWait(): Promise<void> {
    this.kill();
    await until('the replica to die', () => (this.process.pid === undefined ? true : undefined));
  }
}
