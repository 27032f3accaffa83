import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<SimulatedProcess>();

/** The process whose code is running; undefined in the simulation itself. */
export function currentProcess(): SimulatedProcess | undefined {
  return storage.getStore();
}

/** A process of the installation. All of them run in this process of Node, one turn at a time. */
export class SimulatedProcess {
  /** Until then it does nothing, as if its machine had stopped. It does not notice. */
  frozenUntil = -Infinity;
  private isRunning = true;
  private readonly crashHandlers: (() => void | Promise<void>)[] = [];
  private readonly freezeHandlers: ((milliseconds: number) => void)[] = [];

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

  /** Runs when the process crashes, to release its resources as the kernel would. */
  onCrash(handler: () => void | Promise<void>): void {
    this.crashHandlers.push(handler);
  }

  /** Runs when the process freezes. */
  onFreeze(handler: (milliseconds: number) => void): void {
    this.freezeHandlers.push(handler);
  }

  freeze(now: number, milliseconds: number): void {
    this.frozenUntil = now + milliseconds;
    for (const handler of this.freezeHandlers) handler(milliseconds);
  }

  /** This process runs no more code: its pending promises never settle. */
  async crash(): Promise<void> {
    this.isRunning = false;
    for (const handler of this.crashHandlers) await handler();
  }
}
