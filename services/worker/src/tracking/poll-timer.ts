import { Injectable } from '@nestjs/common';

/** When this worker claims polls next. */
@Injectable()
export class PollTimer {
  private timer?: NodeJS.Timeout;
  private dueAt = Infinity;
  private onDue?: () => void;

  start(onDue: () => void): void {
    this.onDue = onDue;
    this.dueIn(0);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.onDue = undefined;
  }

  /** In that many milliseconds, unless it is due earlier. */
  dueIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (!this.onDue || at >= this.dueAt) return;
    this.dueAt = at;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.dueAt = Infinity;
      this.onDue?.();
    }, milliseconds);
  }
}
