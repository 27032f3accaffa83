import { systemTimers } from '@luit/platform/scheduling/timers';
import { Injectable } from '@nestjs/common';

/** When this worker claims polls next. */
@Injectable()
export class PollTimer {
  private cancelTimer?: () => void;
  /** When the timer fires, on the clock of `performance.now()`. */
  private firesAt = Infinity;
  /** When polls of any jobs are due. */
  private dueAt = Infinity;
  /** When the first polls of jobs are due that this worker submitted. */
  private readonly firstPolls = new Map<string, number>();
  private onDue?: () => void;

  start(onDue: () => void): void {
    this.onDue = onDue;
    this.dueIn(0);
  }

  stop(): void {
    this.cancelTimer?.();
    this.onDue = undefined;
  }

  /** In that many milliseconds, unless it is due earlier. */
  dueIn(milliseconds: number): void {
    this.dueAt = Math.min(this.dueAt, performance.now() + milliseconds);
    this.fireAt(this.dueAt);
  }

  /** The same for the first poll of a job. `forget` revokes it. */
  firstPollIn(requestId: string, milliseconds: number): void {
    const at = performance.now() + milliseconds;
    this.firstPolls.set(requestId, at);
    this.fireAt(at);
  }

  /** The job's poll was handed to a worker. */
  forget(requestId: string): void {
    this.firstPolls.delete(requestId);
  }

  private fireAt(at: number): void {
    if (!this.onDue || at >= this.firesAt) return;
    this.firesAt = at;
    this.cancelTimer?.();
    this.cancelTimer = systemTimers.after(Math.max(0, at - performance.now()), () => this.fire());
  }

  private fire(): void {
    // A timer may fire up to a millisecond early.
    const now = performance.now() + 1;
    this.firesAt = Infinity;
    let isDue = this.dueAt <= now;
    if (isDue) this.dueAt = Infinity;
    let next = this.dueAt;
    for (const [requestId, at] of this.firstPolls) {
      if (at > now) next = Math.min(next, at);
      else {
        this.firstPolls.delete(requestId);
        isDue = true;
      }
    }
    if (next < Infinity) this.fireAt(next);
    if (isDue) this.onDue?.();
  }
}
