/** Runs at most `size` works at once; the others wait in the order of their arrival. */
export class Slots {
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #free;

  /** @param {number} size */
  constructor(size) {
    this.#free = size;
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} work
   * @param {AbortSignal} signal ends the wait; work that has begun goes on
   * @returns {Promise<Result>}
   * @throws the reason of `signal`
   */
  async run(work, signal) {
    await this.#acquire(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<void>} */
  #acquire(signal) {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      const abandon = () => {
        this.#waiting.delete(start);
        reject(signal.reason);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  #release() {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
