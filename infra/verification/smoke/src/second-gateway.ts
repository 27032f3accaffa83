import { freePort } from '@luit/local/port-leases';
import { isHttpReady } from '@luit/local/readiness';
import type { RunningStack } from '@luit/local/running-stack';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from './until';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

/** Another gateway of a running stack, with a port of its own. */
export class SecondGateway {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(running: RunningStack): Promise<SecondGateway> {
    const [port, healthPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [path.join(CHECKOUT, 'services', 'gateway', 'dist', 'main.js')], {
      env: {
        ...running.environmentOf('gateway'),
        ...{ PORT: String(port), HEALTH_PORT: String(healthPort), INSTANCE_NAME: 'gateway-2' },
      },
      stdio: 'ignore',
    });
    const gateway = new SecondGateway(`http://127.0.0.1:${port}`, child);
    await until('the second gateway', async () => {
      if (child.exitCode !== null) throw new Error(`The second gateway exited with ${child.exitCode}`);
      return (await isHttpReady(`http://127.0.0.1:${healthPort}/health/ready`, child.pid)) ? true : undefined;
    });
    return gateway;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }
}
