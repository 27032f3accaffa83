import { unavailable } from '../errors/errors';

export interface BulkheadLimits {
  /** How many slots one key can hold. */
  running: number;
  /** How many callers of one key can wait. Additional ones are rejected immediately. */
  waiting: number;
  /** The message for a rejected caller. */
  busyText: string;
}

interface Key {
  running: number;
  waiting: Set<() => void>;
}

/** Bounds the slots of a shared resource that one key, such as an account, can hold, so that others always find one. */
export class Bulkhead {
  private readonly keys = new Map<string, Key>();

  constructor(private readonly limits: BulkheadLimits) {}

  /**
   * @param deadline until when the caller waits, on the clock of `performance.now()`
   * @returns frees the slot; call it once
   * @throws LuitError `unavailable` if no slot becomes free in time, or too many callers wait already
   */
  async acquire(name: string, deadline: number): Promise<() => void> {
    const key = this.keys.get(name) ?? { running: 0, waiting: new Set() };
    this.keys.set(name, key);
    if (key.running < this.limits.running) key.running += 1;
    else await this.wait(key, deadline);
    return () => this.release(name, key);
  }

  /** A released slot is handed to the caller that has waited longest. */
  private wait(key: Key, deadline: number): Promise<void> {
    const { waiting, busyText } = this.limits;
    if (key.waiting.size >= waiting) return Promise.reject(unavailable(busyText));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          key.waiting.delete(take);
          reject(unavailable(busyText));
        },
        Math.max(0, deadline - performance.now()),
      );
      const take = (): void => {
        clearTimeout(timer);
        resolve();
      };
      key.waiting.add(take);
    });
  }

  private release(name: string, key: Key): void {
    const [next] = key.waiting;
    if (next) {
      key.waiting.delete(next);
      next();
      return;
    }
    key.running -= 1;
    if (key.running === 0) this.keys.delete(name);
  }
}
