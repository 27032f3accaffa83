import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { HoldsService, type Settlement } from '../holds/holds.service';

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** How far back settled holds are compared with their jobs' ends. */
const COMPARED = '7 days';

interface HoldRow {
  id: string;
  user_id: string;
  state: 'held' | 'captured' | 'released';
}

type Outcomes = Record<string, RequestOutcome>;

/** Compares holds with the jobs they were placed for, which generation knows. */
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
   * Settles holds whose job has ended, and releases those whose job never came to be: generation stores a job before it
   * asks for the hold, so one it does not know will never come. Both answer again what an event told already.
   */
  async settleOutlived(): Promise<CheckResult> {
    const finding = { violations: 0, repaired: 0, samples: [] as string[] };
    const condition = `state = 'held' AND created_at < now() - $2 * interval '1 millisecond'`;
    for await (const { rows, outcomes } of this.pages(condition, this.config.reconcile.holdAgeMs)) {
      for (const { id: requestId, user_id: userId } of rows) {
        const outcome = outcomes[requestId] ?? 'rejected';
        if (outcome === 'unfinished') continue;
        if (await this.settle({ requestId, userId, outcome })) finding.repaired += 1;
        else finding.samples.push(requestId);
      }
    }
    return { ...finding, violations: finding.samples.length };
  }

  /** Captured though the job did not succeed, or returned though it did or still runs. Nothing here is safe to mend. */
  async findContradictions(): Promise<CheckResult> {
    const samples: string[] = [];
    const condition = `state IN ('captured', 'released') AND settled_at > now() - $2::interval`;
    for await (const { rows, outcomes } of this.pages(condition, COMPARED)) {
      for (const { id, state } of rows) {
        const outcome = outcomes[id];
        const isRight =
          state === 'captured' ? outcome === 'succeeded' : !['succeeded', 'unfinished'].includes(outcome ?? '');
        if (!isRight) samples.push(id);
      }
    }
    return { violations: samples.length, samples };
  }

  private async *pages(condition: string, value: unknown): AsyncGenerator<{ rows: HoldRow[]; outcomes: Outcomes }> {
    let after = BEFORE_ALL;
    for (;;) {
      const rows: HoldRow[] = await this.database.query(
        `SELECT id, user_id, state FROM holds WHERE id > $1 AND ${condition} ORDER BY id LIMIT ${PAGE}`,
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
      this.log.warn({ msg: 'A hold had outlived its job and is settled', ...settlement });
      return true;
    } catch (error) {
      this.log.error({ msg: 'A hold that outlived its job cannot be settled', ...settlement, err: error });
      return false;
    }
  }
}
