import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setMaxListeners } from 'node:events';

/**
 * Aborts long-running work during a shutdown. Jobs in flight first get part of the drain time to finish; then `signal`
 * aborts the rest, so that their entries return to the queue before the process exits.
 */
@Injectable()
export class Drain implements OnModuleDestroy {
  private readonly controller = new AbortController();
  readonly signal: AbortSignal = this.controller.signal;

  /** @param graceMs time that jobs in flight have once the drain begins */
  constructor(private readonly graceMs: number) {
    // Each lease listens, and a worker holds hundreds.
    setMaxListeners(0, this.signal);
  }

  /** The first of Nest's shutdown hooks; the queue workers close in a later one. */
  onModuleDestroy(): void {
    setTimeout(() => this.controller.abort(new Error('The process is shutting down')), this.graceMs).unref();
  }
}
