import type { HoldState } from '@luit/contracts/billing/holds';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { firstIdOf } from '@luit/platform/retention/expired-rows';
import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outcomeOf } from '../request-state/outcomes';
import type { RequestState } from '../request-state/request-states';

const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Events of jobs that changed more recently may still be on their way to billing. */
const SETTLED_WITHIN = '5 minutes';
const COMPARED_PERIOD = '7 days';

/** The hold states that are consistent with each outcome. */
const EXPECTED_STATES: Record<RequestOutcome, (HoldState | undefined)[]> = {
  unfinished: ['held'],
  succeeded: ['captured'],
  failed: ['released'],
  canceled: ['released'],
  rejected: ['released', 'tombstone', undefined],
};

/** I3 from generation's side. Also finds jobs without a hold, which billing cannot see. */
@Injectable()
export class HoldComparison {
  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
  ) {}

  async mismatches(): Promise<CheckResult> {
    const samples: string[] = [];
    for await (const rows of this.pages()) {
      const { states } = await this.calls.call(billingCalls.getHolds, { holdIds: rows.map(({ id }) => id) });
      samples.push(
        ...rows.filter(({ id, state }) => !EXPECTED_STATES[outcomeOf(state)].includes(states[id])).map(({ id }) => id),
      );
    }
    return { violations: samples.length, samples };
  }

  private async *pages(): AsyncGenerator<{ id: string; state: RequestState }[]> {
    let after = FIRST_ID;
    for (;;) {
      const rows = await this.database.query<{ id: string; state: RequestState }[]>(
        `SELECT id, state FROM requests
          WHERE id > greatest($1, ${firstIdOf(`now() - $2::interval`)}) AND state NOT IN ('awaiting_payment', 'accepting') AND created_at > now() - $2::interval
            AND updated_at < now() - $3::interval ORDER BY id LIMIT ${PAGE}`,
        [after, COMPARED_PERIOD, SETTLED_WITHIN],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield rows;
    }
  }
}
