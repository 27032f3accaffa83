import { billingCalls } from '@luit/contracts/billing/messages';
import type { Balance } from '@luit/contracts/billing/balances';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { toLedgerError } from '../ledger/ledger.errors';
import { type Approved, publishOperatorAction } from '../operators/operator-actions';

/** Shown in the user's statement; the operator's reason goes to the audit log only. */
const DESCRIPTION = 'Credits adjusted by Luit';

export type Adjustment = RequestOf<typeof billingCalls.adjustCredits>;

export interface Adjusted {
  /** Null if the balance already was as requested. */
  transactionId: string | null;
  balance: Balance;
}

interface Result extends Adjusted {
  before: number;
  isRepeated?: boolean;
}

/** Lets operators set a user's balance. */
@Injectable()
export class AdjustmentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unapproved: UnapprovedAmountsService,
  ) {}

  /**
   * Sets the available credits by posting one signed entry, and publishes the action for the audit log. If the balance
   * already matches, writes neither. Idempotent per operator and key.
   *
   * @throws LuitError `conflict` with `details.credits` if the balance is not `expectedCredits`, `account_closed`,
   * `validation_failed`, `idempotency_conflict`, `approval_required` without `approvedBy`
   */
  @OnCall(billingCalls.adjustCredits)
  async adjust(request: Adjustment & Approved): Promise<Adjusted> {
    const { adminId, userId, reason, approvedBy, ...target } = request;
    try {
      return await this.database.transaction(async (manager) => {
        const key = `adjust:${adminId}:${target.idempotencyKey}`;
        const { before, isRepeated, ...adjusted } = await this.post(manager, key, userId, target);
        const { transactionId } = adjusted;
        if (transactionId !== null && !isRepeated) {
          if (!approvedBy) {
            const amounts = [{ userId, amount: Math.abs(target.credits - before) }];
            await this.unapproved.count(manager, { adminId, unit: 'credits', reference: transactionId, amounts });
          }
          const change = { before: String(before), after: String(target.credits) };
          const details = { ...change, reason, ...(approvedBy && { approvedBy }) };
          await publishOperatorAction(manager, { adminId, action: 'credits_adjusted', subject: userId, details });
        }
        return adjusted;
      });
    } catch (error) {
      throw toLedgerError(error);
    }
  }

  private async post(
    manager: EntityManager,
    key: string,
    userId: string,
    { credits, expectedCredits }: { credits: number; expectedCredits?: number },
  ): Promise<Result> {
    const [row] = await manager.query<{ result: Result }[]>(`SELECT adjust_credits($1, $2, $3, $4, $5, $6) AS result`, [
      key,
      userId,
      credits,
      expectedCredits ?? null,
      DESCRIPTION,
      correlation(),
    ]);
    if (!row) throw new Error('adjust_credits returned no row');
    return row.result;
  }
}
