import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy } from '../runs/tcp-proxy';

const MAIN = join(__dirname, '../../../../../services/runner/dist/main.js');

/** A machine with a GPU: a runner process, its folder and its connection to Luit, which can be cut. */
export class RunnerMachine {
  private child?: ChildProcess;
  readonly folder = mkdtempSync(join(tmpdir(), 'luit-runner-'));
  output = '';

  private constructor(
    private readonly proxy: TcpProxy,
    private readonly token: string,
    private readonly engine: string,
  ) {}

  /** @param gateway port on loopback */
  static async start(gateway: number, token: string, engine: string): Promise<RunnerMachine> {
    const proxy = await TcpProxy.open();
    proxy.forwardTo(gateway);
    const machine = new RunnerMachine(proxy, token, engine);
    machine.boot();
    return machine;
  }

  boot(): void {
    const args = ['--url', `http://127.0.0.1:${this.proxy.port}`, '--engine', this.engine, '--folder', this.folder];
    const env = { PATH: process.env.PATH, LUIT_TOKEN: this.token };
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (chunk: Buffer) => (this.output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    this.child = child;
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    child.kill('SIGCONT');
    await exit;
  }

  /** Nothing passes, and neither side notices. */
  cut(): void {
    this.proxy.stall();
  }

  /** Connections of before are gone. */
  reconnect(): void {
    this.proxy.dropConnections();
  }

  forwardTo(gateway: number): void {
    this.proxy.forwardTo(gateway);
  }

  async close(): Promise<void> {
    await this.kill();
    this.proxy.close();
  }
}
