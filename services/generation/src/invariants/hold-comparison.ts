import type { HoldState } from '@luit/contracts/billing/holds';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { daysAgo, firstIdOf } from '@luit/platform/retention/expired-rows';
import type { Check } from '@luit/platform/invariants/invariant-monitor';
import { sliced } from '@luit/platform/invariants/sliced-check';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outcomeOf } from '../request-state/outcomes';
import type { RequestState } from '../request-rows/request-states';

const PAGE = 500;
/** Events of jobs that changed more recently may still be on their way to billing. */
const SETTLED_WITHIN = '5 minutes';
/** A job is compared when it is this old, and again by a pass over the jobs of this many days. */
const COMPARED_AT = '10 minutes';
const COMPARED_DAYS = 7;
/** SQL: the id of a job that became that old at the time. */
const idAt = (time: string): string => firstIdOf(`${time}::timestamptz - interval '${COMPARED_AT}'`);

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

  check(): Check {
    return sliced({
      invariant: 'I3',
      name: 'the hold of a job matches its state',
      table: 'requests',
      key: 'id',
      keyType: 'uuid',
      firstKey: firstIdOf(daysAgo(COMPARED_DAYS)),
      changed: `SELECT id FROM requests WHERE id >= ${idAt('$1')} AND id < ${idAt('$2')}`,
      slice: PAGE,
      find: (_query, ids) => this.findMismatches(ids),
    });
  }

  private async findMismatches(ids: string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string; state: RequestState }[]>(
      `SELECT id, state FROM requests
        WHERE id = ANY ($1) AND state NOT IN ('awaiting_payment', 'accepting') AND updated_at < now() - $2::interval`,
      [ids, SETTLED_WITHIN],
    );
    if (rows.length === 0) return [];
    const { states } = await this.calls.call(billingCalls.getHolds, { holdIds: rows.map(({ id }) => id) });
    return rows.filter(({ id, state }) => !EXPECTED_STATES[outcomeOf(state)].includes(states[id])).map(({ id }) => id);
  }
}
