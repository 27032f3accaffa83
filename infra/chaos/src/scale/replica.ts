import { freePort } from '@luit/local/free-port';
import { isHttpReady } from '@luit/local/readiness';
import { SupervisedProcess } from '@luit/local/supervised-process';
import path from 'node:path';
import type { TestCluster } from '../test-cluster';
import type { Upstream } from './load-balancer';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');
/** More than the services' own limit for finishing what they have in hand, milliseconds. */
const STOP_GRACE_MS = 15_000;

/** One more process of a service, beside those of the stack: what a rolling upgrade starts before it stops the old one. */
export class Replica {
  private constructor(
    private readonly process: SupervisedProcess,
    readonly upstream: Upstream,
  ) {}

  /** Waits until it is ready. @param like the process of the stack whose environment it gets */
  static async start(cluster: TestCluster, like: string, name: string): Promise<Replica> {
    const [health, port] = [await freePort(), await freePort()];
    const service = like.replace(/-\d+$/, '');
    const ready = `http://127.0.0.1:${health}/health/ready`;
    const ports = { HEALTH_PORT: String(health), ...(service === 'gateway' ? { PORT: String(port) } : {}) };
    const definition = {
      name,
      command: process.execPath,
      args: ['--enable-source-maps', path.join(CHECKOUT, 'services', service, 'dist', 'main.js')],
      env: { ...cluster.running.environmentOf(like), INSTANCE_NAME: name, ...ports },
      isReady: () => isHttpReady(ready),
      stopSignal: 'SIGTERM' as const,
      metrics: null,
    };
    const log = path.join(cluster.directory, 'logs', `${name}.log`);
    const quiet = { started: () => undefined, ended: () => undefined, say: (line: string) => console.log(line) };
    const replica = new SupervisedProcess(definition, log, quiet);
    await replica.start();
    return new Replica(replica, { url: `http://127.0.0.1:${port}`, ready });
  }

  /** By SIGTERM. */
  stop(): Promise<void> {
    return this.process.stop(STOP_GRACE_MS);
  }

  kill(): void {
    this.process.forceStop();
  }
}
