import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { CallContract } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { addAbortListener } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Drain } from './drain';

export interface LeaseSettings {
  /** Several times shorter than the lease itself. */
  renewEveryMs: number;
  /** How long an answer of generation is waited for again and again while it is unavailable. */
  persistForMs: number;
}

const PERSIST_PAUSE_MS = 250;

interface Lease {
  requestId: string;
  lease: number;
}

/** The right to act for one job, as long as nobody else was given a newer one. */
export class HeldLease {
  constructor(
    readonly requestId: string,
    readonly lease: number,
    /** Aborted when the lease went stale or the process is to end. */
    readonly signal: AbortSignal,
    /** Aborted only when the process is to end: for what is worth finishing whoever's the job is by then. */
    readonly ending: AbortSignal,
    private readonly calls: CallClient,
    private readonly persistForMs: number,
  ) {}

  /**
   * Tells generation something about the job under this lease. What was learnt from a provider is hard to learn again,
   * so an unavailable service is asked again for a while; every such call may safely be repeated.
   *
   * @throws LuitError `stale_lease` when a newer lease was given
   */
  async report<Request extends Lease, Answer>(
    contract: CallContract<Request, Answer>,
    extra: Omit<Request, keyof Lease>,
  ): Promise<Answer> {
    const { requestId, lease } = this;
    const end = performance.now() + this.persistForMs;
    for (;;) {
      try {
        return await this.calls.call(contract, { requestId, lease, ...extra } as Request);
      } catch (error) {
        if (!isCode(error, 'unavailable') || performance.now() > end || this.signal.aborted) throw error;
        await pause(PERSIST_PAUSE_MS);
      }
    }
  }
}

/** Keeps leases alive while work is done under them. */
@Injectable()
export class Leases {
  private readonly log = new Logger(Leases.name);

  constructor(
    private readonly calls: CallClient,
    private readonly drain: Drain,
    private readonly settings: LeaseSettings,
  ) {}

  /**
   * Does work under a lease that is renewed meanwhile. Once the lease is stale the work is nobody's: it is stopped and the
   * entry is done here. Work that the end of the process interrupts goes back to the queue.
   */
  async hold(requestId: string, lease: number, work: (held: HeldLease) => Promise<JobResult>): Promise<JobResult> {
    const stale = new AbortController();
    // Its own, not the drain's: what is combined with a signal stays with it, and that one lives as long as the process
    // (nodejs/node#55351).
    const ending = new AbortController();
    const drain = addAbortListener(this.drain.signal, () => ending.abort(this.drain.signal.reason));
    const signal = AbortSignal.any([stale.signal, ending.signal]);
    const timer = setInterval(() => void this.renew(requestId, lease, stale), this.settings.renewEveryMs);
    try {
      return await work(new HeldLease(requestId, lease, signal, ending.signal, this.calls, this.settings.persistForMs));
    } catch (error) {
      if (stale.signal.aborted || isCode(error, 'stale_lease')) {
        this.log.warn({ msg: 'The job belongs to somebody else now', requestId, lease });
        return { action: 'done' };
      }
      if (!this.drain.signal.aborted) throw error;
      this.log.log({ msg: 'Handed back', requestId, lease });
      return { action: 'reschedule', delayMs: 0 };
    } finally {
      clearInterval(timer);
      drain[Symbol.dispose]();
    }
  }

  private async renew(requestId: string, lease: number, stale: AbortController): Promise<void> {
    try {
      await this.calls.call(generationCalls.renewLease, { requestId, lease });
    } catch (error) {
      if (isCode(error, 'stale_lease')) stale.abort(error);
      else this.log.debug({ msg: 'A lease could not be renewed', requestId, reason: (error as Error).message });
    }
  }
}

function isCode(error: unknown, code: LuitError['code']): boolean {
  return error instanceof LuitError && error.code === code;
}
