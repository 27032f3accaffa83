import type { NotificationChannel } from '@luit/contracts/auth/notification-kinds';
import { billingCalls } from '@luit/contracts/billing/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isMuted, type NoticeKind } from '../../records/notifications/notice-kinds';

type Details = Record<string, string>;

/** A notice in a queue. */
export interface PendingNotice {
  userId: string;
  kind: NoticeKind;
  details: Details;
}

/** Decides whether a queued notice is sent. */
@Injectable()
export class PendingNotices {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
  ) {}

  /**
   * The current values for its text; null if its recipient has turned it off or lost the account since, or it is no longer true.
   *
   * @throws LuitError `unavailable` if billing does not reply
   */
  async currentDetails(notice: PendingNotice, channel: NotificationChannel): Promise<Details | null> {
    if (!(await this.isWanted(notice, channel))) return null;
    switch (notice.kind) {
      case 'credits_expiring':
        return this.expiring(notice);
      case 'balance_low':
        return this.low(notice);
      default:
        return notice.details;
    }
  }

  /** A blocked user still learns of refunds. */
  private async isWanted({ userId, kind }: PendingNotice, channel: NotificationChannel): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM users u WHERE u.id = $1 AND (u.status = 'active' OR (u.status = 'blocked' AND $2 = 'refund'))
          AND NOT ${isMuted('u.id', '$2::text', channel)}`,
      [userId, kind],
    );
    return rows.length > 0;
  }

  private async expiring({ userId, details }: PendingNotice): Promise<Details | null> {
    const { expiring } = await this.calls.call(billingCalls.getCreditNotices, { userId });
    const found = expiring.find(({ expiresOn }) => expiresOn === details.expiresOn);
    return found ? { ...details, credits: String(found.credits), expiresAt: found.expiresAt } : null;
  }

  /** A balance that rose and fell again since has a notice of its own. */
  private async low({ userId, details }: PendingNotice): Promise<Details | null> {
    const { low } = await this.calls.call(billingCalls.getCreditNotices, { userId });
    if (low?.noticeId !== details.noticeId) return null;
    return low && { ...details, available: String(low.available), lastRequestCredits: String(low.lastRequestCredits) };
  }
}
