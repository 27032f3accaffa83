import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { HoldsService, type Settlement } from '../holds/holds.service';

const PAGE_SIZE = 500;
const MIN_UUID = '00000000-0000-0000-0000-000000000000';
/** How far back to compare settled holds with the outcomes of their jobs. */
const COMPARED_FOR = '7 days';

interface HoldRow {
  id: string;
  user_id: string;
  state: 'held' | 'captured' | 'released';
}

type Outcomes = Record<string, RequestOutcome>;

/** Compares holds with the outcomes of their jobs, which generation knows. */
@Injectable()
export class HoldReconciler {
  private readonly log = new Logger(HoldReconciler.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly holds: HoldsService,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Settles old holds whose job has finished but whose event has not arrived. Releases holds of unknown jobs: generation
   * stores a job before it requests the hold, so an unknown job will never run.
   */
  async settleFinished(): Promise<CheckResult> {
    const samples: string[] = [];
    let repaired = 0;
    const condition = `state = 'held' AND created_at < now() - $2 * interval '1 millisecond'`;
    for await (const { rows, outcomes } of this.pages(condition, this.config.reconcile.holdAgeMs)) {
      for (const { id: requestId, user_id: userId } of rows) {
        const outcome = outcomes[requestId] ?? 'rejected';
        if (outcome === 'unfinished') continue;
        if (await this.settle({ requestId, userId, outcome })) repaired += 1;
        else samples.push(requestId);
      }
    }
    return { violations: samples.length, repaired, samples };
  }

  /** Finds holds captured without a success, or released although the job succeeded or still runs. Repairs nothing. */
  async findContradictions(): Promise<CheckResult> {
    const samples: string[] = [];
    const condition = `state IN ('captured', 'released') AND settled_at > now() - $2::interval`;
    for await (const { rows, outcomes } of this.pages(condition, COMPARED_FOR)) {
      for (const { id, state } of rows) {
        const outcome = outcomes[id];
        const isConsistent =
          state === 'captured' ? outcome === 'succeeded' : !['succeeded', 'unfinished'].includes(outcome ?? '');
        if (!isConsistent) samples.push(id);
      }
    }
    return { violations: samples.length, samples };
  }

  private async *pages(condition: string, value: unknown): AsyncGenerator<{ rows: HoldRow[]; outcomes: Outcomes }> {
    let after = MIN_UUID;
    for (;;) {
      const rows: HoldRow[] = await this.database.query(
        `SELECT id, user_id, state FROM holds WHERE id > $1 AND ${condition} ORDER BY id LIMIT ${PAGE_SIZE}`,
        [after, value],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield { rows, ...(await this.calls.call(generationCalls.getOutcomes, { requestIds: rows.map(({ id }) => id) })) };
    }
  }

  private async settle(settlement: Settlement): Promise<boolean> {
    try {
      await this.database.transaction((manager) => this.holds.settle(settlement, manager));
      this.log.warn({ msg: 'Settled a hold whose job had already finished', ...settlement });
      return true;
    } catch (error) {
      this.log.error({ msg: 'Settling a hold whose job has finished failed', ...settlement, err: error });
      return false;
    }
  }
}
