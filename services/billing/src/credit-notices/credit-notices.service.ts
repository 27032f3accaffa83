import type { CreditNotices } from '@luit/contracts/billing/credit-notices';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';

type ExpiringRow = WithDates<CreditNotices['expiring'][number], 'expiresAt'>;

@Injectable()
export class CreditNoticesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** The state now: credits that have expired but are not booked out yet are neither available nor expiring. */
  @OnCall(billingCalls.getCreditNotices)
  async of({ userId }: RequestOf<typeof billingCalls.getCreditNotices>): Promise<CreditNotices> {
    const [balances, expiring] = await Promise.all([
      this.database.query<NonNullable<CreditNotices['low']>[]>(
        `SELECT notice_id AS "noticeId", available::float8, required::float8 AS "lastRequestCredits"
           FROM (SELECT *, last_request_credits(user_id) AS required FROM balances WHERE user_id = $1 AND closed_at IS NULL) balance
           LEFT JOIN low_balances USING (user_id)
          WHERE available + held < required`,
        [userId],
      ),
      this.database.query<ExpiringRow[]>(
        `SELECT e.expires_on::text AS "expiresOn", e.expires_at AS "expiresAt", e.credits::float8
           FROM accounts a, expiring_credits(a.user_id, expiry_notice_horizon($2)) e
          WHERE a.user_id = $1 AND a.closed_at IS NULL ORDER BY e.expires_on`,
        [userId, this.config.creditNotices.daysBefore],
      ),
    ]);
    return { expiring: expiring.map(withIsoTimes), low: balances[0] ?? null };
  }
}
