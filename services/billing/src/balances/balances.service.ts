import { billingCalls } from '@luit/contracts/billing/messages';
import type { Balance, CreditCheck } from '@luit/contracts/billing/balances';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LedgerService, type Posting } from '../ledger/ledger.service';

@Injectable()
export class BalancesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly ledger: LedgerService,
  ) {}

  /** Zero for unknown users. A test account gets its credits of today. */
  @OnCall(billingCalls.getBalance)
  async balanceOf(request: RequestOf<typeof billingCalls.getBalance>): Promise<Balance> {
    const { userId } = request;
    await this.ledger.grantTestCredits(userId);
    const [row] = await this.database.query<{ available: string; held: string }[]>(
      `SELECT held, available FROM balances WHERE user_id = $1`,
      [userId],
    );
    const available = Number(row?.available ?? 0);
    return { credits: available, available, held: Number(row?.held ?? 0) };
  }

  /** Available credits by user id. Users without an account are left out. */
  @OnCall(billingCalls.getCredits)
  async creditsOf(request: RequestOf<typeof billingCalls.getCredits>): Promise<{ credits: Record<string, number> }> {
    const { userIds } = request;
    const rows = await this.database.query<{ user_id: string; available: string }[]>(
      `SELECT user_id, available FROM balances WHERE user_id = ANY ($1)`,
      [userIds],
    );
    return { credits: Object.fromEntries(rows.map((row) => [row.user_id, Number(row.available)])) };
  }

  @OnCall(billingCalls.checkCredits)
  async check(request: RequestOf<typeof billingCalls.checkCredits>): Promise<CreditCheck> {
    const { userId, requiredCredits } = request;
    const { available, held } = await this.balanceOf({ userId });
    return {
      sufficient: available >= requiredCredits,
      required: requiredCredits,
      balance: available,
      available,
      held,
      shortfall: Math.max(0, requiredCredits - available),
    };
  }

  @OnCall(billingCalls.deductCredits)
  async deduct(request: RequestOf<typeof billingCalls.deductCredits>): Promise<Posting> {
    const { userId, credits: amount, reason, idempotencyKey: key } = request;
    return this.ledger.deduct(key, userId, amount, reason);
  }
}
