import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<SimulatedProcess>();

/** The process whose code is running; undefined in the simulation itself. */
export function currentProcess(): SimulatedProcess | undefined {
  return storage.getStore();
}

/** A process of the installation. All of them run in this process of Node, one turn at a time. */
export class SimulatedProcess {
  private isRunning = true;
  private readonly crashHandlers: (() => void | Promise<void>)[] = [];

  constructor(
    readonly name: string,
    readonly service: string,
  ) {}

  get isAlive(): boolean {
    return this.isRunning;
  }

  /** Runs code of this process: its timers, statements and messages belong to it. */
  run<T>(work: () => T): T {
    return storage.run(this, work);
  }

  /** Runs when the process crashes, to release what the kernel would release. */
  onCrash(handler: () => void | Promise<void>): void {
    this.crashHandlers.push(handler);
  }

  /** Nothing of it runs any more: what it waits for never settles. */
  async crash(): Promise<void> {
    this.isRunning = false;
    for (const handler of this.crashHandlers) await handler();
  }
}
