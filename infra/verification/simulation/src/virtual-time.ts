import { AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import { performance as hooksPerformance } from 'node:perf_hooks';
import promises from 'node:timers/promises';
import type { Random } from '@luit/platform/testing/random';
import { currentProcess, type SimulatedProcess } from './simulated-process';

type Callback = (...values: unknown[]) => void;

/** The return value of `setTimeout`. */
class VirtualTimer {
  isCanceled = false;
  constructor(
    readonly owner: SimulatedProcess,
    public at: number,
    readonly delayMs: number,
    readonly repeats: boolean,
    readonly callback: () => void,
  ) {}
  /** When it can fire. */
  get readyAt(): number {
    return Math.max(this.at, this.owner.frozenUntil);
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  close(): void {
    this.isCanceled = true;
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  random: Math.random,
  pause: promises.setTimeout,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  getRandomValues: crypto.getRandomValues,
};

/** `AsyncResource.bind` also defines a deprecated property, which takes longer than the rest of it. */
function inThisContext(callback: () => void): () => void {
  const context = new AsyncResource('VirtualTimer');
  return () => context.runInAsyncScope(callback);
}

/** Lets every promise settle that needs no further tick of the event loop. */
export function realTurn(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}

/**
 * The clock, timers and random numbers of the simulated processes. Code outside of them keeps the real timers, so that the
 * driver of Postgres works.
 */
export class VirtualTime {
  private timers: VirtualTimer[] = [];
  private immediates: { owner: SimulatedProcess; callback: () => void }[] = [];
  private readonly undo: (() => void)[] = [];

  constructor(
    public now: number,
    /** The randomness of the processes. */
    public random: Random,
  ) {}

  install(): void {
    const now = (): number => this.now;
    class VirtualDate extends real.Date {
      constructor(...values: unknown[]) {
        if (values.length === 0) super(now());
        else super(...(values as [number]));
      }
      static override now(): number {
        return now();
      }
      static override [Symbol.hasInstance](value: unknown): boolean {
        return value instanceof real.Date;
      }
    }
    this.replace(globalThis, 'Date', VirtualDate);
    this.replace(globalThis, 'setTimeout', this.timerFunction(real.setTimeout, false));
    this.replace(globalThis, 'setInterval', this.timerFunction(real.setInterval, true));
    const clear = (originalClear: (timer: never) => void) => (timer: unknown) => {
      if (timer instanceof VirtualTimer) timer.isCanceled = true;
      else originalClear(timer as never);
    };
    this.replace(globalThis, 'clearTimeout', clear(real.clearTimeout));
    this.replace(globalThis, 'clearInterval', clear(real.clearInterval));
    this.replace(globalThis, 'setImmediate', (callback: Callback, ...values: unknown[]) => {
      const owner = currentProcess();
      if (!owner) return real.setImmediate(callback, ...values);
      this.immediates.push({ owner, callback: inThisContext(() => callback(...values)) });
      return undefined;
    });
    this.replace(promises, 'setTimeout', (delayMs: number, value: unknown) =>
      currentProcess()
        ? new Promise((resolve) => void globalThis.setTimeout(resolve, delayMs, value))
        : real.pause(delayMs, value),
    );
    for (const clock of new Set([globalThis.performance, hooksPerformance])) this.replace(clock, 'now', now);
    this.replace(Math, 'random', () => (currentProcess() ? this.random.next() : real.random()));
    this.replace(crypto, 'randomBytes', (size: number, ...rest: []) =>
      currentProcess() ? this.random.bytes(size) : real.randomBytes(size, ...rest),
    );
    this.replace(crypto, 'randomUUID', () => (currentProcess() ? this.uuid() : real.randomUUID()));
    // Zeros: `uuidv7` keeps a buffer of random numbers, which would carry over to the next history. Its counter keeps ids unique.
    for (const source of new Set([globalThis.crypto, crypto.webcrypto]))
      this.replace(source, 'getRandomValues', (values: Uint32Array) => values.fill(0));
  }

  uninstall(): void {
    for (const restore of this.undo.splice(0).reverse()) restore();
  }

  /** When the next timer is due. */
  nextTimerAt(): number {
    this.timers = this.timers.filter(({ isCanceled, owner }) => !isCanceled && owner.isAlive);
    return Math.min(Infinity, ...this.timers.map(({ readyAt }) => readyAt));
  }

  /** Fires the oldest of the timers that are due. */
  fireNextTimer(): void {
    const timer = this.timers.reduce((first, other) => (other.readyAt < first.readyAt ? other : first));
    if (timer.repeats) timer.at = this.now + Math.max(1, timer.delayMs);
    else this.timers = this.timers.filter((other) => other !== timer);
    timer.callback();
  }

  /** Runs the work that is due in this tick of the event loop. */
  async settle(): Promise<void> {
    await realTurn();
    while (this.immediates.length > 0) {
      for (const { owner, callback } of this.immediates.splice(0)) if (owner.isAlive) callback();
      await realTurn();
    }
  }

  private timerFunction(original: (callback: Callback, delayMs?: number) => unknown, repeats: boolean) {
    return (callback: Callback, delayMs = 0, ...values: unknown[]): unknown => {
      const owner = currentProcess();
      if (!owner) return original(() => callback(...values), delayMs);
      const bound = inThisContext(() => callback(...values));
      const timer = new VirtualTimer(owner, this.now + Math.max(1, delayMs || 0), delayMs || 0, repeats, bound);
      this.timers.push(timer);
      return timer;
    };
  }

  private uuid(): string {
    const hex = this.random.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  private replace(target: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: before?.enumerable });
    this.undo.push(() => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  }
}
