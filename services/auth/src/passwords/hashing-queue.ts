import { FairQueue, type Lane, type QueueLimits, tooManyAtOnce } from './fair-queue';

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/**
 * Lets a bounded number of hashes run and a bounded number wait, in turns by network and host, so that a storm of them slows
 * nothing else. A slot rests for a while after each hash: who comes alone does not notice, and a storm leaves the processor
 * free for as long.
 */
export class HashingQueue {
  private readonly waiting: FairQueue<Waiting>;
  private running = 0;

  constructor(
    private readonly maxRunning: number,
    limits: QueueLimits,
    /** How long a slot rests, as a multiple of the time that its hash took. */
    private readonly restRatio = 0,
  ) {
    this.waiting = new FairQueue(limits);
  }

  /** @throws LuitError `unavailable` when the queue is full, `too_many_attempts` when too much of this lane waits */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.enter(lane);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const restMs = (performance.now() - startedAt) * this.restRatio;
      if (restMs > 0) setTimeout(() => this.leave(), restMs);
      else this.leave();
    }
  }

  private enter(lane: Lane): Promise<void> | undefined {
    if (this.running < this.maxRunning) {
      this.running += 1;
      return undefined;
    }
    return new Promise((start, refuse) => this.waiting.push(lane, { start, refuse })?.refuse(tooManyAtOnce()));
  }

  /** The next in turn takes the slot over, so that nobody slips in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running -= 1;
  }
}
