/** Replaceable, so that tests need not wait. */
export interface Timers {
  /** @returns a function that cancels the timer */
  after(delayMs: number, work: () => void): () => void;
}

export const systemTimers: Timers = {
  after(delayMs, work) {
    // The shortest timer of Node takes a millisecond.
    if (delayMs <= 0) {
      const immediate = setImmediate(work);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};
