import type { HoldState } from '@luit/contracts/billing/holds';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outcomeOf } from '../requests/outcomes';
import type { RequestState } from '../requests/request-states';

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Jobs that changed later may still be on their way to billing. */
const SETTLED_WITHIN = '5 minutes';
/** How far back jobs are compared with their holds. */
const COMPARED = '7 days';

/** What a job's hold may be, by what became of the job. */
const RIGHT: Record<RequestOutcome, (HoldState | undefined)[]> = {
  unfinished: ['held'],
  succeeded: ['captured'],
  failed: ['released'],
  canceled: ['released'],
  rejected: ['released', 'tombstone', undefined],
};

/** I3 from the jobs' side: also finds the job that nobody pays for, which billing cannot see. */
@Injectable()
export class HoldComparison {
  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
  ) {}

  async contradictions(): Promise<CheckResult> {
    const samples: string[] = [];
    for await (const rows of this.pages()) {
      const { states } = await this.calls.call(billingCalls.getHolds, { holdIds: rows.map(({ id }) => id) });
      samples.push(
        ...rows.filter(({ id, state }) => !RIGHT[outcomeOf(state)].includes(states[id])).map(({ id }) => id),
      );
    }
    return { violations: samples.length, samples };
  }

  private async *pages(): AsyncGenerator<{ id: string; state: RequestState }[]> {
    let after = BEFORE_ALL;
    for (;;) {
      const rows = await this.database.query<{ id: string; state: RequestState }[]>(
        `SELECT id, state FROM requests
          WHERE id > $1 AND state NOT IN ('awaiting_payment', 'accepting') AND created_at > now() - $2::interval
            AND updated_at < now() - $3::interval ORDER BY id LIMIT ${PAGE}`,
        [after, COMPARED, SETTLED_WITHIN],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield rows;
    }
  }
}
