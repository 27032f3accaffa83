import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export interface UnusedCredits {
  credits: number;
  amountPaise: number;
}

/** The refund page promises refunds of unused credits within 30 days of their purchase. */
const REFUNDABLE_WITHIN = '30 days';

/** Refunds the unused credits of every recent purchase when their owner deletes the account. */
@Injectable()
export class UnusedCreditsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** What `refund` would refund now. Held credits do not count. */
  quote(userId: string): Promise<UnusedCredits> {
    return this.query(
      'SELECT coalesce(sum(credits), 0) AS credits, coalesce(sum(amount_paise), 0) AS paise FROM refundable_lots($1, $2)',
      [userId, REFUNDABLE_WITHIN],
    );
  }

  /** Requests one refund per purchase and reserves its credits; `RefundPoller` sends the refunds. Idempotent. */
  refund(userId: string): Promise<UnusedCredits> {
    return this.query('SELECT credits, paise FROM refund_unused_credits($1, $2, $3)', [
      userId,
      REFUNDABLE_WITHIN,
      correlation(),
    ]);
  }

  private async query(statement: string, values: unknown[]): Promise<UnusedCredits> {
    const [row] = await this.database.query<{ credits: string; paise: string }[]>(statement, values);
    return { credits: Number(row?.credits ?? 0), amountPaise: Number(row?.paise ?? 0) };
  }
}
