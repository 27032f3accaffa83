import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageGroup, UsageRow } from '@luit/contracts/generation/usage';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HIDDEN, statesSql } from '../request-rows/request-states';

const DAY_MS = 86_400_000;
/** The id is generated before the row is inserted; `created_at` is the time of the statement. */
const ID_TOLERANCE_MS = 3_600_000;

const GROUPS: Record<UsageGroup, { by: string; order: string }> = {
  day: { by: `to_char(business_day(created_at), 'YYYY-MM-DD')`, order: '"group"' },
  model: { by: 'model', order: 'captured DESC, "group"' },
  key: { by: 'api_key_id::text', order: 'captured DESC, "group" NULLS LAST' },
};

/** The usage of an account, by day, model or API key. */
@Injectable()
export class UsageService {
  constructor(private readonly database: DataSource) {}

  @OnCall(generationCalls.getUsage)
  async read({ userId, from, to, by }: RequestOf<typeof generationCalls.getUsage>): Promise<{ rows: UsageRow[] }> {
    const [start, end] = [startOf(from), startOf(dayAfter(to))];
    const { by: group, order } = GROUPS[by];
    const rows = await this.database.query<UsageRow[]>(
      `${UNPREPARED}SELECT ${group} AS "group", count(*)::float8 AS requests,
              count(*) FILTER (WHERE state = 'succeeded')::float8 AS completed,
              count(*) FILTER (WHERE state IN ('failed', 'canceled'))::float8 AS failed,
              coalesce(sum(credits) FILTER (WHERE money_state = 'captured'), 0)::float8 AS captured,
              coalesce(sum(credits) FILTER (WHERE money_state = 'held'), 0)::float8 AS held,
              coalesce(sum(credits) FILTER (WHERE money_state IN ('returned', 'refunded')), 0)::float8 AS returned
         FROM requests
        WHERE user_id = $1 AND payer_id IS NULL AND state NOT IN (${statesSql(HIDDEN)})
          AND id >= $2 AND id < $3 AND created_at >= $4 AND created_at < $5
        GROUP BY 1 ORDER BY ${order}`,
      [userId, firstIdAt(start, -ID_TOLERANCE_MS), firstIdAt(end, ID_TOLERANCE_MS), start, end],
    );
    return { rows };
  }
}

/** The instant at which a day begins in IST. */
function startOf(day: string): string {
  return `${day}T00:00:00+05:30`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
