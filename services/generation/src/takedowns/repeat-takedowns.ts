import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { REPEAT_TAKEDOWN_DAYS, REPEAT_TAKEDOWNS, type RepeatedTakedowns } from '@luit/contracts/generation/takedowns';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An alert stays open for this long after the latest takedown, so that an account that stopped does not keep it open. */
const ALERT_DAYS = 7;
const MAX_ACCOUNTS = 100;

const IS_NEW = `lifted_at IS NULL AND taken_down_at > now() - interval '${ALERT_DAYS} days'`;

/** Accounts with several outputs that were taken down. Lifted takedowns do not count. */
@Injectable()
export class RepeatTakedowns {
  constructor(private readonly database: DataSource) {}

  /** SQL: false if nothing was taken down lately. */
  readonly mayExist = `EXISTS (SELECT FROM takedowns WHERE ${IS_NEW})`;

  /** The account with the latest takedown first. */
  @OnCall(operationsCalls.listRepeatedTakedowns)
  async list(): Promise<{ accounts: RepeatedTakedowns[] }> {
    const rows = await this.database.query<WithDates<RepeatedTakedowns, 'latestAt'>[]>(
      `SELECT user_id AS "userId", count(*)::int AS takedowns, max(taken_down_at) AS "latestAt" FROM takedowns
        WHERE lifted_at IS NULL AND taken_down_at > now() - $1 * interval '1 day'
        GROUP BY user_id HAVING count(*) >= $2 ORDER BY "latestAt" DESC, user_id LIMIT $3`,
      [REPEAT_TAKEDOWN_DAYS, REPEAT_TAKEDOWNS, MAX_ACCOUNTS],
    );
    return { accounts: rows.map(withIsoTimes) };
  }

  async alertCauses(): Promise<AlertCause[]> {
    const since = Date.now() - ALERT_DAYS * 86_400_000;
    const { accounts } = await this.list();
    const lately = accounts.filter(({ latestAt }) => Date.parse(latestAt) > since);
    return lately.map(({ userId, takedowns }) => ({
      kind: 'takedowns_repeated',
      subject: userId,
      summary: `${takedowns} outputs of one account were taken down within ${REPEAT_TAKEDOWN_DAYS} days.`,
      action: 'Read why, and block the account if it goes on.',
      severity: 'warning',
    }));
  }
}
