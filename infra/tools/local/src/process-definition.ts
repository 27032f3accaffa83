import type { PostgresOwner } from './postgres-binaries';

/** A command of the stack. */
export interface Command {
  name: string;
  command: string;
  args: string[];
  /** The complete environment; nothing else is inherited. */
  env: NodeJS.ProcessEnv;
  owner?: PostgresOwner;
}

/** A long-running process that is restarted whenever it exits unexpectedly. */
export interface ProcessDefinition extends Command {
  /**
   * Whether the process with this pid can serve; another program that answers at its port does not count. Polled while it starts,
   * so it must not throw when it is not ready yet.
   */
  isReady(pid: number): Promise<boolean>;
  /** Longest time until it is ready after a start, in ms; a minute by default. */
  readyTimeoutMs?: number;
  /** Runs before each start and restart. */
  beforeStart?(): Promise<void>;
  /** Requests a graceful shutdown. */
  stopSignal: NodeJS.Signals;
  /** URL of its metrics endpoint. */
  metrics: string | null;
}

/** A step of the startup: its tasks run in parallel to completion, then its processes start in parallel. */
export interface Stage {
  tasks: Command[];
  processes: ProcessDefinition[];
}
