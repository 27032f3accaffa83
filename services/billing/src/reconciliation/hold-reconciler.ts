import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import type { Check, CheckResult, Query } from '@luit/platform/invariants/invariant-monitor';
import { sliced } from '@luit/platform/invariants/sliced-check';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { HoldsService, type Settlement } from '../holds/holds.service';
import { HOLDS } from '../invariants/ledger-invariants';

const PAGE_SIZE = 500;
/** Page size for holds that are settled one by one. */
const OPEN_PAGE_SIZE = 100;
const MIN_UUID = '00000000-0000-0000-0000-000000000000';

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
   * Settles old holds if the job has finished but its event has not arrived. Releases holds of unknown jobs: generation stores a job before
   * it requests the hold, so an unknown job will never run.
   */
  async settleFinished(): Promise<CheckResult> {
    const samples: string[] = [];
    let repaired = 0;
    for await (const { rows, outcomes } of this.openPages()) {
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
  contradictions(): Check {
    return sliced({
      ...HOLDS,
      invariant: 'I3',
      name: 'a hold settled as its job finished',
      slice: PAGE_SIZE,
      find: (query, ids) => this.findContradictions(query, ids),
    });
  }

  private async findContradictions(query: Query, ids: string[]): Promise<string[]> {
    const rows = await query<HoldRow>(
      `SELECT id, user_id, state FROM holds WHERE id = ANY ($1::uuid[]) AND state IN ('captured', 'released') ORDER BY id`,
      [ids],
    );
    const outcomes = await this.outcomesOf(rows);
    const isConsistent = ({ id, state }: HoldRow): boolean =>
      state === 'captured' ? outcomes[id] === 'succeeded' : !['succeeded', 'unfinished'].includes(outcomes[id] ?? '');
    return rows.filter((row) => !isConsistent(row)).map(({ id }) => id);
  }

  /** Old open holds, in the order of their index. */
  private async *openPages(): AsyncGenerator<{ rows: HoldRow[]; outcomes: Outcomes }> {
    let after = { user_id: MIN_UUID, id: MIN_UUID };
    for (;;) {
      const rows: HoldRow[] = await this.database.query(
        `SELECT id, user_id, state FROM holds
          WHERE state = 'held' AND (user_id, id) > ($1, $2) AND created_at < now() - $3 * interval '1 millisecond'
          ORDER BY user_id, id LIMIT ${OPEN_PAGE_SIZE}`,
        [after.user_id, after.id, this.config.reconcile.holdAgeMs],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last;
      yield { rows, outcomes: await this.outcomesOf(rows) };
    }
  }

  private async outcomesOf(rows: HoldRow[]): Promise<Outcomes> {
    if (rows.length === 0) return {};
    const { outcomes } = await this.calls.call(generationCalls.getOutcomes, { requestIds: rows.map(({ id }) => id) });
    return outcomes;
  }

  private async settle(settlement: Settlement): Promise<boolean> {
    try {
      await this.holds.settle(settlement);
      this.log.warn({ msg: 'Settled a hold whose job had already finished', ...settlement });
      return true;
    } catch (error) {
      this.log.error({ msg: 'Failed to settle a hold whose job has finished', ...settlement, err: error });
      return false;
    }
  }
}
