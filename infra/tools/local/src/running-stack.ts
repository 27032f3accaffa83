import { rmSync } from 'node:fs';
import { writeJson, type LuitDirectory } from './luit-directory';
import type { Stage } from './process-definition';
import type { RunRecord } from './run-record';
import { Supervisor } from './supervisor';
import { PortTakenError } from './user-error';

/** The content of `stack.json` except the processes. */
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
  /** What an installation has in its `.env`. The doctor reads it. */
  settings?: NodeJS.ProcessEnv;
}

export interface StackPlan {
  stages: Stage[];
  addresses: StackAddresses;
  settings?: NodeJS.ProcessEnv;
}

/** A stack that has been planned. Its methods may be called in any order. */
export class RunningStack {
  private isReady = false;
  private stopped: Promise<void> | undefined;
  private supervisor: Supervisor;

  /**
   * @param planAgain plans the same stack with other ports
   * @param log receives one line per event
   */
  constructor(
    private readonly directory: LuitDirectory,
    private readonly record: RunRecord,
    private plan: StackPlan,
    private readonly planAgain: () => Promise<StackPlan>,
    private readonly log: (line: string) => void,
  ) {
    this.supervisor = this.newSupervisor();
  }

  /** The current content of `stack.json`. */
  get stack(): Stack {
    const running = this.supervisor.processes.filter((process) => process.pid !== undefined);
    const processes = running.map((process): [string, Stack['processes'][string]] => [
      process.name,
      { pid: process.pid ?? 0, metrics: process.definition.metrics },
    ]);
    const { addresses, settings } = this.plan;
    return { ...addresses, processes: Object.fromEntries(processes), settings };
  }

  /**
   * Starts everything, with other ports if another program takes one meanwhile. Returns false if it was stopped in the meantime.
   * Stops everything again before it throws.
   *
   * @param onReplanned called before each start with other ports
   */
  async start(onReplanned: () => void = () => undefined): Promise<boolean> {
    try {
      for (let attempt = 1; !(await this.startPlan(attempt < START_ATTEMPTS)); attempt++) {
        await this.supervisor.stop();
        const plan = await this.planAgain();
        if (this.stopped) break;
        this.plan = plan;
        this.supervisor = this.newSupervisor();
        onReplanned();
      }
    } catch (error) {
      await this.stop();
      throw error;
    }
    if (this.stopped) return false;
    this.isReady = true;
    this.writeStackFile();
    return true;
  }

  /** Starts the current plan. Returns false if a port of it is taken; throws instead unless `isRepeatable`. */
  private async startPlan(isRepeatable: boolean): Promise<boolean> {
    this.record.setAddress(this.plan.addresses.web);
    try {
      await this.supervisor.start();
      return true;
    } catch (error) {
      if (!isRepeatable || !(error instanceof PortTakenError)) throw error;
      this.log(`${error.message}; starting again with other ports`);
      return false;
    }
  }

  private newSupervisor(): Supervisor {
    return new Supervisor(this.plan.stages, this.directory, this.record, () => this.writeStackFile(), this.log);
  }

  /** Stops everything gracefully and releases the directory. Calling it again waits for the same shutdown. */
  stop(): Promise<void> {
    this.stopped ??= this.shutDown();
    return this.stopped;
  }

  /** Kills everything immediately. */
  async forceStop(): Promise<void> {
    const stopped = this.stop();
    this.supervisor.forceStop();
    await stopped;
  }

  /** Sends a signal to one process. If the process exits, it is restarted. */
  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.supervisor.process(name).signal(signal);
  }

  /** Restarts one process gracefully. */
  async restart(name: string): Promise<void> {
    await this.stopProcess(name);
    await this.startProcess(name);
  }

  /** Stops one process until `startProcess` is called. */
  async stopProcess(name: string): Promise<void> {
    await this.supervisor.process(name).stop(STOP_ONE_GRACE_MS);
  }

  /** Starts a stopped process and waits until it is ready. Does nothing once the stack is being stopped. */
  async startProcess(name: string): Promise<void> {
    if (!this.stopped) await this.supervisor.process(name).start();
  }

  /** Waits until one process, or every process, is ready. Restarts in between are fine. */
  async untilReady(name?: string): Promise<void> {
    const processes = name ? [this.supervisor.process(name)] : this.supervisor.processes;
    await Promise.all(processes.map((process) => process.untilReady()));
  }

  /** The environment of a process. */
  environmentOf(name: string): NodeJS.ProcessEnv {
    return this.supervisor.process(name).definition.env;
  }

  private writeStackFile(): void {
    if (this.isReady && !this.stopped) writeJson(this.directory.stackFile, this.stack);
  }

  private async shutDown(): Promise<void> {
    rmSync(this.directory.stackFile, { force: true });
    await this.supervisor.stop();
    this.record.release();
  }
}

const STOP_ONE_GRACE_MS = 12_000;
/** Starts before the stack gives up because other programs take its ports. */
const START_ATTEMPTS = 3;
