import { setImmediate } from 'node:timers/promises';
import type { Timers } from '../scheduling/timers';

/** Timers that fire when a test advances their time. */
export class ManualTimers implements Timers {
  now = 0;
  private readonly pending = new Set<{ at: number; work: () => void }>();

  after(delayMs: number, work: () => void): () => void {
    const timer = { at: this.now + delayMs, work };
    this.pending.add(timer);
    return () => this.pending.delete(timer);
  }

  /** Lets pending promises settle, then fires all timers of the next `milliseconds` in order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await setImmediate();
    for (let due = this.nextDue(end); due; due = this.nextDue(end)) {
      this.pending.delete(due);
      this.now = due.at;
      due.work();
      await setImmediate();
    }
    this.now = end;
  }

  /** Waits until work in flight has set a timer, for example for its next round. */
  async untilSet(): Promise<void> {
    while (this.pending.size === 0) await setImmediate();
  }

  private nextDue(end: number) {
    const [first] = [...this.pending].sort((a, b) => a.at - b.at);
    return first && first.at <= end ? first : undefined;
  }
}
