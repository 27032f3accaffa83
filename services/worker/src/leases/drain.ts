import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/**
 * Told when the process is to end. Entries in hand get part of the drain's time to finish; then `signal` asks long
 * work to stop, so that its entry goes back to the queue before the process is gone.
 */
@Injectable()
export class Drain implements OnModuleDestroy {
  private readonly handingBack = new AbortController();
  readonly signal: AbortSignal = this.handingBack.signal;

  /** @param graceMs how long work in hand may go on once the drain begins */
  constructor(private readonly graceMs: number) {}

  /** The first of Nest's shutdown hooks: the queues are closed, and waited for, after it. */
  onModuleDestroy(): void {
    setTimeout(() => this.handingBack.abort(new Error('The process is ending')), this.graceMs).unref();
  }
}
