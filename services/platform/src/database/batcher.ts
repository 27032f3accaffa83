import { AsyncResource } from 'node:async_hooks';
import { unavailable } from '../errors/errors';
import { callDeadline, outsideOfCalls } from '../tracing/correlation';
import { isConnectionError } from '../errors/connection-errors';

/** Maximum number of items in a batch. A full batch does not wait for the batch before it. */
export const MAX_BATCH = 100;

interface Waiting<Item, Result> {
  item: Item;
  /** On the clock of `performance.now()`. */
  deadline: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** Rejects items whose call passes its deadline while they wait. Only for the first step of an operation. */
  dropsLateItems?: boolean;
}

/**
 * Group commit: concurrent callers share one statement. A batch contains the items added in one tick of the event loop and the items added
 * while the previous batch runs, so an item waits for at most one batch.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private isScheduled = false;
  /** A batcher may be created during a call. Its batches must not inherit the deadline and the account of that call. */
  private readonly outside = outsideOfCalls(() => new AsyncResource(Batcher.name));

  /**
   * @param run returns one result or error per item, in their order, and runs outside of the callers' contexts. It changes
   *   everything or nothing: if it throws, it runs again for one item after the other, so that only the item at fault fails.
   */
  constructor(
    private readonly run: (items: Item[]) => Promise<(Result | Error)[]>,
    private readonly options: BatcherOptions = {},
  ) {}

  /** @throws the item's own error; LuitError `unavailable` if the item was dropped */
  add(item: Item): Promise<Result> {
    const deadline = this.options.dropsLateItems ? callDeadline() : Infinity;
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, deadline, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.outside.runInAsyncScope(() => this.start());
    });
  }

  private start(): void {
    this.dropLateItems();
    while (this.waiting.length > 0 && (this.running === 0 || this.waiting.length >= MAX_BATCH)) {
      void this.runBatch(this.waiting.splice(0, MAX_BATCH));
    }
  }

  private dropLateItems(): void {
    const now = performance.now();
    const late = this.waiting.filter(({ deadline }) => deadline < now);
    if (late.length === 0) return;
    this.waiting = this.waiting.filter(({ deadline }) => deadline >= now);
    for (const { reject } of late) reject(unavailable());
  }

  private async runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    this.running += 1;
    await this.settle(batch);
    this.running -= 1;
    if (this.waiting.length > 0) this.schedule();
  }

  private async settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, i) => {
        const result = results[i];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      if (batch.length === 1 || isConnectionError(error)) for (const { reject } of batch) reject(error);
      else for (const waiting of batch) await this.settle([waiting]);
    }
  }
}
