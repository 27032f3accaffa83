import type { CreditLot } from '@luit/contracts/billing/balances';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';

interface Row {
  id: string;
  kind: CreditLot['kind'];
  credits: string;
  remaining: string;
  held: string;
  description: string;
  created_at: Date;
  expires_at: Date | null;
}

@Injectable()
export class LotsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lots with available or held credits, in spending order. Expired credits show only as held. */
  @OnCall(billingCalls.listLots)
  async list({ userId }: RequestOf<typeof billingCalls.listLots>): Promise<{ lots: CreditLot[] }> {
    const rows = await this.database.query<Row[]>(
      `SELECT l.id, l.kind, l.credits, l.held, t.description, l.created_at, l.expires_at,
              CASE WHEN l.expires_at <= now() THEN 0 ELSE l.remaining END AS remaining
         FROM lots l JOIN transactions t ON t.id = l.transfer_id
        WHERE l.user_id = $1 AND (l.held > 0 OR l.remaining > 0 AND (l.expires_at > now()) IS NOT FALSE)
        ORDER BY l.expires_at, l.kind, l.created_at, l.id`,
      [userId],
    );
    return { lots: rows.map(toLot) };
  }
}

function toLot({ credits, remaining, held, created_at, expires_at, ...row }: Row): CreditLot {
  return {
    ...row,
    credits: Number(credits),
    remaining: Number(remaining),
    held: Number(held),
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}
