import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { CallContract } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { addAbortListener } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { CONFIG, type WorkerConfig } from '../config';
import { Drain } from './drain';

export interface LeaseSettings {
  /** A fraction of the lease's duration. */
  renewEveryMs: number;
  /** How long reports are retried while generation is unavailable. */
  persistForMs: number;
}

const RETRY_PAUSE_MS = 250;

interface Lease {
  requestId: string;
  lease: number;
}

/** The exclusive right to act on a job until a newer lease is granted. */
export class HeldLease {
  constructor(
    readonly requestId: string,
    readonly lease: number,
    /** Aborted when the lease becomes stale or the process shuts down. */
    readonly signal: AbortSignal,
    /** Aborted only when the process shuts down, for work that is worth finishing even with a stale lease. */
    readonly shutdownSignal: AbortSignal,
    private readonly calls: CallClient,
    private readonly persistForMs: number,
  ) {}

  /**
   * Reports to generation under this lease. Retries for a while if generation is unavailable, because the result would be
   * expensive to obtain again. All these calls are idempotent.
   *
   * @throws LuitError `stale_lease` if a newer lease was granted
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
        await pause(RETRY_PAUSE_MS);
      }
    }
  }
}

/** Renews leases while work is running. */
@Injectable()
export class Leases {
  private readonly log = new Logger(Leases.name);
  private readonly settings: LeaseSettings;

  constructor(
    private readonly calls: CallClient,
    private readonly drain: Drain,
    @Inject(CONFIG) { leases }: Pick<WorkerConfig, 'leases'>,
  ) {
    this.settings = leases;
  }

  /**
   * Runs `work` under a lease and renews it meanwhile. If the lease becomes stale, the work is aborted and the entry is done
   * for this worker. If a shutdown aborts the work, the entry returns to the queue.
   */
  async hold(requestId: string, lease: number, work: (held: HeldLease) => Promise<JobResult>): Promise<JobResult> {
    const stale = new AbortController();
    // A separate controller: AbortSignal.any keeps references on its sources, and the drain's signal lives as long as the
    // process (nodejs/node#55351).
    const shutdown = new AbortController();
    const drain = addAbortListener(this.drain.signal, () => shutdown.abort(this.drain.signal.reason));
    const signal = AbortSignal.any([stale.signal, shutdown.signal]);
    const timer = setInterval(() => void this.renew(requestId, lease, stale), this.settings.renewEveryMs);
    try {
      return await work(
        new HeldLease(requestId, lease, signal, shutdown.signal, this.calls, this.settings.persistForMs),
      );
    } catch (error) {
      if (stale.signal.aborted || isCode(error, 'stale_lease')) {
        this.log.warn({ msg: 'Lease is stale; another worker has the job', requestId, lease });
        return { action: 'done' };
      }
      if (!this.drain.signal.aborted) throw error;
      this.log.log({ msg: 'Returned the job to the queue', requestId, lease });
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
      else this.log.debug({ msg: 'Lease renewal failed', requestId, reason: (error as Error).message });
    }
  }
}

function isCode(error: unknown, code: LuitError['code']): boolean {
  return error instanceof LuitError && error.code === code;
}
