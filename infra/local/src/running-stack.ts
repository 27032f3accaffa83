import { rmSync } from 'node:fs';
import { writeJson, type LuitDirectory } from './luit-directory';
import type { Stage } from './process-definition';
import type { RunRecord } from './run-record';
import type { SupervisedProcess } from './supervised-process';
import { Supervisor } from './supervisor';

/** What `stack.json` says besides the processes. */
export interface StackAddresses {
  web: string;
  admin: string;
  api: string;
  mailbox: string;
  sandbox: string;
  postgres: string;
  redis: string;
  adminEmail: string;
  adminPassword: string;
}

/** The content of `stack.json`. */
export interface Stack extends StackAddresses {
  processes: Record<string, { pid: number; metrics: string | null }>;
}

export interface StackPlan {
  stages: Stage[];
  addresses: StackAddresses;
}

/** A stack that was asked to start; every call may be made from then on. */
export class RunningStack {
  private isReady = false;
  private stopped: Promise<void> | undefined;
  private readonly supervisor: Supervisor;

  constructor(
    private readonly directory: LuitDirectory,
    private readonly record: RunRecord,
    private readonly plan: StackPlan,
    say: (line: string) => void,
  ) {
    this.supervisor = new Supervisor(plan.stages, directory, record, () => this.describe(), say);
  }

  /** The content of `stack.json` as of now. */
  get stack(): Stack {
    const running = this.supervisor.processes.filter((process) => process.pid !== undefined);
    const processes = running.map((process): [string, Stack['processes'][string]] => [
      process.name,
      { pid: process.pid ?? 0, metrics: process.definition.metrics },
    ]);
    return { ...this.plan.addresses, processes: Object.fromEntries(processes) };
  }

  /** Brings everything up; false when it was stopped meanwhile. What fails is taken down again before it throws. */
  async start(): Promise<boolean> {
    this.record.setAddress(this.plan.addresses.web);
    try {
      await this.supervisor.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
    if (this.stopped) return false;
    this.isReady = true;
    this.describe();
    return true;
  }

  /** Takes everything down gracefully and gives the directory free. Calling it again waits for the same end. */
  stop(): Promise<void> {
    this.stopped ??= this.takeDown();
    return this.stopped;
  }

  /** Kills everything at once. */
  async forceStop(): Promise<void> {
    const stopped = this.stop();
    this.supervisor.forceStop();
    await stopped;
  }

  /** Sends a signal to one process; when that ends it, it is started again. */
  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.process(name).signal(signal);
  }

  /** Ends one process gracefully and starts it again. */
  async restart(name: string): Promise<void> {
    await this.stopProcess(name);
    await this.startProcess(name);
  }

  /** Ends one process and leaves it down until `startProcess`. */
  async stopProcess(name: string): Promise<void> {
    await this.process(name).stop(STOP_ONE_GRACE_MS);
  }

  /** Starts what `stopProcess` ended, and waits until it is ready. */
  async startProcess(name: string): Promise<void> {
    await this.process(name).start();
  }

  /** Waits until one process (all of them when none is named) is ready, through restarts. */
  async untilReady(name?: string): Promise<void> {
    const waited = name ? [this.process(name)] : this.supervisor.processes;
    await Promise.all(waited.map((process) => process.untilReady()));
  }

  /** The environment that a process was started with. */
  environmentOf(name: string): NodeJS.ProcessEnv {
    return this.process(name).definition.env;
  }

  private process(name: string): SupervisedProcess {
    return this.supervisor.process(name);
  }

  private describe(): void {
    if (this.isReady && !this.stopped) writeJson(this.directory.stackFile, this.stack, 0o600);
  }

  private async takeDown(): Promise<void> {
    rmSync(this.directory.stackFile, { force: true });
    await this.supervisor.stop();
    this.record.release();
  }
}

const STOP_ONE_GRACE_MS = 12_000;
