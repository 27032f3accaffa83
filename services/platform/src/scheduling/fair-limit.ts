import { FairQueue, type Lane, type QueueLimits, tooManyConcurrentAttempts } from './fair-queue';

interface Waiting {
  start: () => void;
  reject: (error: Error) => void;
}

/**
 * Limits concurrent and queued work, for example hashes of passwords, and serves the queue fairly by network and host. Trusted devices
 * have a queue of their own that is served first: a flood from many networks does not delay people who return, and the attempt counter of
 * each device keeps that queue short. After its work a slot may cool down, which leaves processor time for others during a flood; a single
 * client does not notice.
 */
export class FairLimit {
  private readonly waiting: FairQueue<Waiting>;
  private readonly trusted: FairQueue<Waiting>;
  private running = 0;

  constructor(
    private readonly maxRunning: number,
    limits: QueueLimits,
    /** Cooldown of a slot, as a multiple of the time its work took. */
    private readonly cooldownRatio = 0,
  ) {
    this.waiting = new FairQueue(limits);
    this.trusted = new FairQueue(limits);
  }

  /** @throws LuitError `unavailable` if the queue is full, `too_many_attempts` if this lane has too many items queued */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.enter(lane);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const cooldownMs = (performance.now() - startedAt) * this.cooldownRatio;
      if (cooldownMs > 0) setTimeout(() => this.leave(), cooldownMs);
      else this.leave();
    }
  }

  private enter(lane: Lane): Promise<void> | undefined {
    if (this.running < this.maxRunning) {
      this.running += 1;
      return undefined;
    }
    const queue = lane.isTrusted ? this.trusted : this.waiting;
    return new Promise((start, reject) => queue.push(lane, { start, reject })?.reject(tooManyConcurrentAttempts()));
  }

  /** Hands the slot to the next waiting item, so that a new one cannot overtake it. */
  private leave(): void {
    const next = this.trusted.shift() ?? this.waiting.shift();
    if (next) next.start();
    else this.running -= 1;
  }
}
