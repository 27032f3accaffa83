import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { InvoicesService } from '../invoices/invoices.service';
import { LedgerService } from '../ledger/ledger.service';

export interface UnusedCredits {
  credits: number;
  amountPaise: number;
}

/** The refund page promises refunds of unused credits within 30 days of their purchase. */
const REFUNDABLE_WITHIN = '30 days';

/** Refunds the unused credits of every recent purchase when their owner deletes the account, and forfeits the rest. */
@Injectable()
export class UnusedCreditsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly invoices: InvoicesService,
    private readonly ledger: LedgerService,
  ) {}

  /** The amount that `refund` would refund now. Held credits do not count. */
  @OnCall(billingCalls.quoteUnusedCredits)
  quote({ userId }: RequestOf<typeof billingCalls.quoteUnusedCredits>): Promise<UnusedCredits> {
    return this.query(
      'SELECT coalesce(sum(credits), 0)::float8 AS credits, coalesce(sum(amount_paise), 0)::float8 AS "amountPaise" FROM refundable_lots($1, $2)',
      [userId, REFUNDABLE_WITHIN],
    );
  }

  /** The most that `refund` may refund, in paise, after the jobs that hold credits are canceled and return them. */
  async mostPaise(manager: EntityManager, userId: string): Promise<number> {
    const [row] = await manager.query<{ paise: string }[]>(
      `SELECT coalesce(sum(least(div(p.amount_paise::numeric * (l.remaining + l.held), l.credits), refundable_paise(p.id))), 0) AS paise
         FROM lots l JOIN payments p ON p.id = l.payment_id AND p.state = 'granted'
        WHERE l.user_id = $1 AND l.remaining + l.held > 0 AND l.created_at >= now() - $2::interval`,
      [userId, REFUNDABLE_WITHIN],
    );
    return Number(row?.paise ?? 0);
  }

  /** Requests one refund per purchase and reserves its credits; `RefundPoller` sends the refunds. Idempotent. */
  @OnCall(billingCalls.refundUnusedCredits)
  refund({ userId }: RequestOf<typeof billingCalls.refundUnusedCredits>): Promise<UnusedCredits> {
    return this.query('SELECT credits::float8, paise::float8 AS "amountPaise" FROM refund_unused_credits($1, $2, $3)', [
      userId,
      REFUNDABLE_WITHIN,
      correlation(),
    ]);
  }

  @OnCall(billingCalls.forfeitCredits)
  async forfeit({ userId }: RequestOf<typeof billingCalls.forfeitCredits>): Promise<{ forfeited: number }> {
    // After this step, auth anonymizes the account, and the buyer's name can no longer be looked up.
    await this.invoices.issueAllDue(userId);
    return this.ledger.forfeit(userId);
  }

  private async query(statement: string, values: unknown[]): Promise<UnusedCredits> {
    const [row] = await this.database.query<UnusedCredits[]>(statement, values);
    return row ?? { credits: 0, amountPaise: 0 };
  }
}
