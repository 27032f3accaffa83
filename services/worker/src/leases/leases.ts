import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { MAX_RENEWALS } from '@luit/contracts/generation/provider-tasks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { CallContract } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { addAbortListener } from 'node:events';
import { CONFIG, type WorkerConfig } from '../config';
import { Drain } from './drain';
import { persist } from './persist';

export interface LeaseSettings {
  /** A fraction of the lease's duration. */
  renewEveryMs: number;
  /** How long reports are retried while generation is unavailable. */
  persistForMs: number;
}

interface Lease {
  requestId: string;
  lease: number;
}

/** When a lease was last certain to be valid, by the clock of this process, which keeps running while it is frozen. */
interface Confirmation {
  at: number;
}

/** The exclusive right to act on a job until a newer lease is granted. */
export class HeldLease {
  private confirming?: Promise<void>;

  constructor(
    readonly requestId: string,
    readonly lease: number,
    /** Aborted when the lease becomes stale or the process shuts down. */
    readonly signal: AbortSignal,
    /** Aborted only when the process shuts down, for work that is worth finishing even with a stale lease. */
    readonly shutdownSignal: AbortSignal,
    private readonly calls: CallClient,
    private readonly settings: LeaseSettings,
    private readonly confirmed: Confirmation = { at: -Infinity },
  ) {}

  /** Until this report is recorded, which renews the lease, the lease does not count as current. @returns the report */
  confirmBy(report: Promise<void>): Promise<void> {
    const sentAt = performance.now();
    this.confirming = report.then(() => this.confirm(sentAt));
    // Work that has not asked for it yet learns of a failure later.
    this.confirming.catch(() => undefined);
    return this.confirming;
  }

  /** Asks generation unless the lease was renewed a moment ago. @throws LuitError `stale_lease` */
  async assertCurrent(): Promise<void> {
    await this.confirming;
    if (performance.now() - this.confirmed.at < this.settings.renewEveryMs) return;
    const { requestId, lease } = this;
    const sentAt = performance.now();
    const { stale } = await persist(this.settings.persistForMs, [this.signal], () =>
      this.calls.call(generationCalls.renewLeases, { leases: [{ requestId, lease }] }),
    );
    if (stale.length > 0) throw staleLease();
    this.confirm(sentAt);
  }

  /** The lease was granted or renewed at this time, or a little later. */
  confirm(sentAt: number): void {
    this.confirmed.at = Math.max(this.confirmed.at, sentAt);
  }

  /**
   * Reports to generation under this lease. Retries for a while if generation is unavailable, because the result would be
   * expensive to obtain again. All these calls are idempotent.
   *
   * @throws LuitError `stale_lease` if a newer lease was granted
   */
  report<Request extends Lease, Answer>(
    contract: CallContract<Request, Answer>,
    extra: Omit<Request, keyof Lease>,
  ): Promise<Answer> {
    const { requestId, lease } = this;
    const request = { requestId, lease, ...extra } as Request;
    return persist(this.settings.persistForMs, [this.signal], () => this.calls.call(contract, request));
  }
}

interface Held extends Lease {
  since: number;
  confirmed: Confirmation;
  stale: AbortController;
}

/** Renews leases while work is running: all of them with one call. */
@Injectable()
export class Leases {
  private readonly log = new Logger(Leases.name);
  private readonly settings: LeaseSettings;
  private readonly held = new Set<Held>();
  private timer?: NodeJS.Timeout;

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
    const held = { requestId, lease, since: performance.now(), confirmed: { at: -Infinity }, stale };
    this.add(held);
    try {
      return await work(
        new HeldLease(requestId, lease, signal, shutdown.signal, this.calls, this.settings, held.confirmed),
      );
    } catch (error) {
      if (stale.signal.aborted || (error instanceof LuitError && error.code === 'stale_lease')) {
        this.log.warn({ msg: 'Lease is stale; another worker has the job', requestId, lease });
        return { action: 'done' };
      }
      if (!this.drain.signal.aborted) throw error;
      this.log.log({ msg: 'Returned the job to the queue', requestId, lease });
      return { action: 'reschedule', delayMs: 0 };
    } finally {
      this.remove(held);
      drain[Symbol.dispose]();
    }
  }

  private add(held: Held): void {
    this.held.add(held);
    this.timer ??= setInterval(() => void this.renewAll(), this.settings.renewEveryMs);
  }

  private remove(held: Held): void {
    this.held.delete(held);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Leaves out leases that were granted since the last round; most polls end before their first renewal. */
  private async renewAll(): Promise<void> {
    const before = performance.now() - this.settings.renewEveryMs / 2;
    const due = [...this.held].filter(({ since }) => since < before);
    for (let i = 0; i < due.length; i += MAX_RENEWALS) await this.renew(due.slice(i, i + MAX_RENEWALS));
  }

  private async renew(held: Held[]): Promise<void> {
    const leases = held.map(({ requestId, lease }) => ({ requestId, lease }));
    const sentAt = performance.now();
    try {
      const { stale } = await this.calls.call(generationCalls.renewLeases, { leases });
      for (const one of held) {
        if (stale.includes(one.requestId)) one.stale.abort(staleLease());
        else one.confirmed.at = sentAt;
      }
    } catch (error) {
      this.log.debug({ msg: 'Lease renewal failed', leases: leases.length, reason: (error as Error).message });
    }
  }
}

export function staleLease(): LuitError {
  return new LuitError('stale_lease', 'A newer lease was granted');
}
