import { unavailable } from '@luit/platform/calls/errors';

/**
 * Lets a bounded number of hashes run and a bounded number wait, so that a storm of them slows nothing else. A place rests
 * for a while after each hash: who comes alone does not notice, and a storm leaves the processor free for as long.
 */
export class HashingQueue {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
    /** How long a place rests, as a multiple of the time that its hash took. */
    private readonly restRatio = 0,
  ) {}

  /** @throws LuitError `unavailable` when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const restMs = (performance.now() - startedAt) * this.restRatio;
      if (restMs > 0) setTimeout(() => this.leave(), restMs);
      else this.leave();
    }
  }

  private enter(): Promise<void> | undefined {
    if (this.running < this.maxRunning) {
      this.running += 1;
      return undefined;
    }
    if (this.waiting.length >= this.maxWaiting) throw unavailable();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The next in line takes the place over, so that nobody slips in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
