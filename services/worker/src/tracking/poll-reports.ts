import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { PollReport, PollResult } from '@luit/contracts/generation/tracking';
import { CallClient } from '@luit/platform/calls/call-client';
import { Batcher } from '@luit/platform/database/batcher';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, INSTANCE, type WorkerConfig } from '../config';
import { type HeldLease, staleLease } from '../leases/leases';
import { persist } from '../leases/persist';
import { PollTimer } from './poll-timer';

interface Item {
  report: PollReport;
  signal: AbortSignal;
}

/**
 * Reports polls to generation in batches: the next call carries all reports that arrived during the previous call, so a slow provider
 * request never delays other reports.
 */
@Injectable()
export class PollReports {
  private readonly batches = new Batcher<Item, undefined>((items) => this.send(items));
  private readonly persistForMs: number;

  constructor(
    private readonly calls: CallClient,
    private readonly timer: PollTimer,
    @Inject(CONFIG) { leases }: Pick<WorkerConfig, 'leases'>,
    @Inject(INSTANCE) private readonly workerId: string,
  ) {
    this.persistForMs = leases.persistForMs;
  }

  /**
   * Resolves once the report is recorded. Retries for a while if generation is unavailable.
   *
   * @throws LuitError `stale_lease` if a newer lease was granted
   */
  async record({ requestId, lease, signal }: HeldLease, result: PollResult, others?: StrayResults): Promise<void> {
    await this.batches.add({ report: { requestId, lease, result, others, workerId: this.workerId }, signal });
  }

  /** @throws LuitError if one of the reports cannot be recorded; the batcher then sends them one by one */
  private async send(items: Item[]): Promise<(undefined | Error)[]> {
    const reports = items.map(({ report }) => report);
    const signals = items.map(({ signal }) => signal);
    try {
      const call = () => this.calls.call(generationCalls.recordPolls, { reports });
      const { refused, nextPollMs } = await persist(this.persistForMs, signals, call);
      if (nextPollMs !== null) this.timer.dueIn(nextPollMs);
      return reports.map(({ requestId }) => (refused.includes(requestId) ? staleLease() : undefined));
    } catch (error) {
      if (error instanceof LuitError && error.code === 'unavailable') return items.map(() => error);
      throw error;
    }
  }
}
