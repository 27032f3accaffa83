import { correlation } from '@luit/platform/context';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export interface UnusedCredits {
  credits: number;
  amountPaise: number;
}

/** As the refund page says: unused credits within 30 days of their purchase. */
const REFUNDABLE_WITHIN = '30 days';

/** What a person who leaves may have back: the unused credits of every purchase that is young enough. */
@Injectable()
export class UnusedCreditsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Credits and paise as they stand now; what is held is not counted. */
  quote(userId: string): Promise<UnusedCredits> {
    return this.ask(
      'SELECT coalesce(sum(credits), 0) AS credits, coalesce(sum(amount_paise), 0) AS paise FROM unused_lots($1, $2)',
      [userId, REFUNDABLE_WITHIN],
    );
  }

  /** Reserves them for the refunds, which a poller then sends. Asked again it refunds no purchase twice. */
  refund(userId: string): Promise<UnusedCredits> {
    return this.ask('SELECT credits, paise FROM refund_unused($1, $2, $3)', [userId, REFUNDABLE_WITHIN, correlation()]);
  }

  private async ask(statement: string, values: unknown[]): Promise<UnusedCredits> {
    const [row] = await this.database.query<{ credits: string; paise: string }[]>(statement, values);
    return { credits: Number(row?.credits ?? 0), amountPaise: Number(row?.paise ?? 0) };
  }
}
