import type { PostgresOwner } from './postgres-binaries';

/** A command that the stack runs. */
export interface Command {
  name: string;
  command: string;
  args: string[];
  /** The whole environment: nothing is inherited besides. */
  env: NodeJS.ProcessEnv;
  owner?: PostgresOwner;
}

/** A process that stays up: started again whenever it ends unasked. */
export interface ProcessDefinition extends Command {
  /** Answers whether it can do its work. Asked again and again, so it must not throw for "not yet". */
  isReady(): Promise<boolean>;
  /** Runs before each start, the first and all later ones. */
  beforeStart?(): Promise<void>;
  /** Asks it to finish and end. */
  stopSignal: NodeJS.Signals;
  /** URL of its metrics page. */
  metrics: string | null;
}

/** Tasks run to their end, all at once; then the processes start, all at once; then the next stage follows. */
export interface Stage {
  tasks: Command[];
  processes: ProcessDefinition[];
}
