import { Random } from '@luit/platform/testing/random';
import { currentProcess, SimulatedProcess } from './simulated-process';
import { VirtualTime } from './virtual-time';

/** Something that can happen next. */
interface Action {
  label: string;
  /** Not earlier. */
  at: number;
  /** It does not happen once its owner has crashed. */
  owner?: SimulatedProcess;
  isBlocked?: () => boolean;
  run(): void | Promise<void>;
}

export interface HistoryOptions {
  /** What accounts do; `jobs` by default. */
  workload?: 'jobs' | 'money';
  /** Every other step is left out. */
  only?: string[];
  /** The trace contains every statement and message. */
  isDetailed?: boolean;
}

/** Something in a history that can be left out. */
export interface Step {
  /** Virtual seconds since the start. */
  second: number;
  name: string;
}

interface OperationOptions {
  delayMs?: number;
  isBlocked?: () => boolean;
  /** The operation is already on its way: it happens even if the process crashes. */
  isSent?: boolean;
}

const DAY_MS = 24 * 3_600_000;
/** Each history has a day of its own, so that ids by time never depend on the history before. */
const FIRST_DAY = Date.UTC(2030, 0, 1);

/** Raised by a history that makes no progress at a moment. */
const MAX_ACTIONS = 20_000;

/** One history: its clock, its processes, and the order of everything that happens, decided by the seed. */
export class World {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly trace: string[] = [];
  /** The problem that occurred on the way. */
  readonly problems: string[] = [];
  readonly startedAt: number;
  /** What happened that could be left out, in this order: what accounts did, replicas, and faults. */
  readonly steps: Step[] = [];
  private readonly only?: ReadonlySet<string>;
  private readonly isDetailed: boolean;
  private readonly considered = new Map<string, number>();
  private actions: Action[] = [];
  private happened = 0;
  /** Called before and after each operation of a process; may crash it. */
  onOperation: (process: SimulatedProcess, moment: 'before' | 'after', label: string) => Promise<void> = () =>
    Promise.resolve();

  constructor(
    readonly seed: number,
    { only, isDetailed = false }: HistoryOptions = {},
  ) {
    this.only = only && new Set(only);
    this.isDetailed = isDetailed;
    this.random = new Random(seed);
    this.startedAt = FIRST_DAY + seed * DAY_MS;
    this.time = new VirtualTime(this.startedAt, new Random(seed ^ 0x5bd1e995));
  }

  get now(): number {
    return this.time.now;
  }

  /**
   * Tells whether a step is part of this history, and notes it. The caller draws its random numbers in either case, so that leaving a step
   * out changes the rest of the history as little as possible. A step that occurs again is another one.
   */
  includes(step: string): boolean {
    const times = (this.considered.get(step) ?? 0) + 1;
    this.considered.set(step, times);
    const name = times === 1 ? step : `${step} (${times})`;
    if (this.only && !this.only.has(name)) return false;
    this.steps.push({ second: (this.now - this.startedAt) / 1_000, name });
    return true;
  }

  log(actor: string, text: string): void {
    this.trace.push(`${((this.now - this.startedAt) / 1_000).toFixed(3).padStart(8)} ${actor.padEnd(13)} ${text}`);
  }

  /**
   * Something outside of the processes happens later.
   *
   * @param owner the process that it reaches, if it lives then and once it is not frozen
   */
  after(delayMs: number, label: string, run: () => void | Promise<void>, owner?: SimulatedProcess): void {
    this.actions.push({ label, at: this.now + delayMs, owner, run });
  }

  /** Picks one of the processes that can receive a message now. @returns undefined if none lives; frozen ones receive it later */
  pickReceiver<T extends { owner: SimulatedProcess }>(receivers: readonly T[]): T | undefined {
    const alive = receivers.filter(({ owner }) => owner.isAlive);
    const awake = alive.filter(({ owner }) => owner.frozenUntil <= this.now);
    return alive.length > 0 ? this.random.pick(awake.length > 0 ? awake : alive) : undefined;
  }

  /** An operation of the current process, whose result arrives when the scheduler picks it. Never settles if the process crashes. */
  operation<T>(label: string, run: () => T | Promise<T>, options: OperationOptions = {}): Promise<T> {
    const owner = currentProcess();
    if (!owner) throw new Error(`Not in a simulated process: ${label}`);
    return new Promise((resolve, reject) => {
      this.actions.push({
        label,
        owner: options.isSent ? undefined : owner,
        at: this.now + (options.delayMs ?? 0),
        isBlocked: options.isBlocked,
        run: () => this.perform(owner, label, run, resolve, reject, options.isSent),
      });
    });
  }

  private async perform<T>(
    owner: SimulatedProcess,
    label: string,
    run: () => T | Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
    isSent = false,
  ): Promise<void> {
    if (owner.isAlive) await this.onOperation(owner, 'before', label);
    if (!owner.isAlive && !isSent) return;
    let settle: () => void;
    try {
      const result = await run();
      settle = () => resolve(result);
    } catch (error) {
      this.log(owner.name, `failed: ${label}: ${(error as Error).message}`);
      settle = () => reject(error);
    }
    if (owner.isAlive) await this.onOperation(owner, 'after', label);
    if (owner.frozenUntil > this.now) this.after(0, `result of ${label}`, settle, owner);
    else if (owner.isAlive) settle();
  }

  /** Runs until `isDone` at the latest at this moment. @returns whether it is done */
  async runUntil(end: number, isDone: () => boolean = () => false): Promise<boolean> {
    for (;;) {
      await this.time.settle();
      if (isDone()) return true;
      if (!(await this.step(end))) return false;
    }
  }

  private async step(end: number): Promise<boolean> {
    if ((this.happened += 1) > MAX_ACTIONS) throw new Error('The history does not come to an end');
    this.actions = this.actions.filter(({ owner }) => !owner || owner.isAlive);
    const runnable = this.actions.filter(({ isBlocked }) => !isBlocked?.());
    const timerAt = this.time.nextTimerAt();
    const due = runnable.filter((action) => readyAt(action) <= this.now);
    const isTimerDue = timerAt <= this.now;
    if (due.length === 0 && !isTimerDue) {
      const next = Math.min(timerAt, ...runnable.map(readyAt));
      if (next > end) {
        this.time.now = end;
        return false;
      }
      // Delays may have fractions of a millisecond. No clock does, and `uuidv7` refuses them.
      this.time.now = Math.ceil(next);
      return true;
    }
    const chosen = this.random.int(0, due.length - (isTimerDue ? 0 : 1));
    const action = due[chosen];
    if (!action) {
      this.time.fireNextTimer();
      return true;
    }
    this.actions = this.actions.filter((other) => other !== action);
    this.time.now += 1;
    if (this.isDetailed) this.log(action.owner?.name ?? '-', action.label);
    await action.run();
    return true;
  }

  /** Lets a process start: its operations happen in their order, and no time passes. */
  async start<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const started = process.run(work).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await this.time.settle();
      const index = this.actions.findIndex(({ owner }) => owner === process);
      const [action] = index === -1 ? [] : this.actions.splice(index, 1);
      if (action) await action.run();
    }
    // How often a start draws a random number depends on what Node has loaded before.
    this.time.random = new Random(this.random.int(0, 2 ** 31));
    return started;
  }
}

function readyAt({ at, owner }: Action): number {
  return Math.max(at, owner?.frozenUntil ?? -Infinity);
}
