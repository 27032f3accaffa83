import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import type { RequestOf } from '@luit/contracts/messages/message';

const DAY_MS = 86_400_000;
const MAX_DAYS = 1_100;
const ACTIVE_DAYS = 30;
const TODAY = `(now() AT TIME ZONE 'Asia/Kolkata')::date`;

/** Counts accounts by day in Asia/Kolkata. */
@Injectable()
export class UserCounts {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * `today`: signed up since midnight. `active`: signed in or had a job within the last 30 days. Deleted accounts are not
   * counted, so neither exceeds `total`.
   */
  @OnCall(authCalls.countUsers)
  async current(): Promise<{ total: number; today: number; active: number }> {
    const [counts] = await this.database.query<[{ total: number; today: number; active: number }]>(
      `SELECT coalesce(sum(registered - closed), 0)::float8 AS total,
              (SELECT count(*)::float8 FROM users WHERE created_at >= ${TODAY}::timestamp AT TIME ZONE 'Asia/Kolkata'
                  AND status <> 'closed') AS today,
              coalesce(sum(last_seen) FILTER (WHERE day > ${TODAY} - ${ACTIVE_DAYS}), 0)::float8 AS active
         FROM user_daily_totals`,
    );
    return counts;
  }

  /** Returns every day of the range, including days without registrations. @throws LuitError `validation_failed` */
  @OnCall(authCalls.listRegistrations)
  async registrations({
    from,
    to,
  }: RequestOf<typeof authCalls.listRegistrations>): Promise<{ days: { date: string; count: number }[] }> {
    const span = Date.parse(to) - Date.parse(from);
    if (!(span >= 0 && span < MAX_DAYS * DAY_MS)) throw new LuitError('validation_failed', 'Invalid date range');
    const days = await this.database.query<{ date: string; count: number }[]>(
      `SELECT to_char(d, 'YYYY-MM-DD') AS date, coalesce(u.registered, 0)::float8 AS count
         FROM generate_series($1::date, $2::date, interval '1 day') d LEFT JOIN user_daily_totals u ON u.day = d::date ORDER BY d`,
      [from, to],
    );
    return { days };
  }
}
