import { billingCalls } from '@luit/contracts/billing/messages';
import {
  type AmountUnit,
  type ApprovalNeed,
  UNAPPROVED_HOURS,
  type UserAmount,
} from '@luit/contracts/billing/unapproved-amounts';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnusedCreditsService } from '../account-deletions/unused-credits.service';
import { SettingsService } from '../settings/settings.service';

/** SQL on `unapproved_amounts`. */
const IS_RECENT = `recorded_at > now() - interval '${UNAPPROVED_HOURS} hours'`;

interface Counted {
  adminId: string;
  unit: AmountUnit;
  /** Counted once by an operator. */
  reference: string;
  amounts: UserAmount[];
}

/** Compares the sum of an operator's unapproved changes to a user within a day, and of the operator's codes, with the configured limits. */
@Injectable()
export class UnapprovedAmountsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: SettingsService,
    private readonly unused: UnusedCreditsService,
  ) {}

  @OnCall(billingCalls.getUnapprovedAmount)
  async get({
    adminId,
    unit,
    userId,
  }: RequestOf<typeof billingCalls.getUnapprovedAmount>): Promise<{ amount: number }> {
    const [row] = await this.database.query<{ amount: number }[]>(
      `SELECT coalesce(sum(amount), 0)::float8 + ${codesOf('$1', '$2')} AS amount FROM unapproved_amounts
        WHERE admin_id = $1 AND unit = $2 AND user_id = $3 AND ${IS_RECENT}`,
      [adminId, unit, userId],
    );
    return { amount: row?.amount ?? 0 };
  }

  /** @throws LuitError `approval_required` */
  @OnCall(billingCalls.countJobRefunds)
  async countJobRefunds(request: Omit<Counted, 'unit'>): Promise<void> {
    await this.database.transaction((manager) => this.count(manager, { ...request, unit: 'credits' }));
  }

  /** The most that the deletion of an account may refund. */
  @OnCall(billingCalls.getAccountDeletionAmount)
  async deletionAmount({
    userId,
  }: RequestOf<typeof billingCalls.getAccountDeletionAmount>): Promise<{ amountPaise: number }> {
    return { amountPaise: await this.unused.mostPaise(this.database.manager, userId) };
  }

  /** @throws LuitError `approval_required` */
  @OnCall(billingCalls.countAccountDeletion)
  async countAccountDeletion({
    adminId,
    userId,
  }: RequestOf<typeof billingCalls.countAccountDeletion>): Promise<{ amountPaise: number }> {
    return this.database.transaction(async (manager) => {
      const amount = await this.unused.mostPaise(manager, userId);
      // A repeated request counts again only what has become different.
      const reference = `account_deletion:${userId}:${amount}`;
      if (amount > 0) await this.count(manager, { adminId, unit: 'paise', reference, amounts: [{ userId, amount }] });
      return { amountPaise: amount };
    });
  }

  /**
   * Counts a promotional code in the transaction that added it. The limit applies to the sum of this code, the operator's other codes and
   * what the operator gave to any one user, because that user may redeem the codes.
   *
   * @throws LuitError `approval_required` with an `ApprovalNeed`
   */
  async countPromoCode(manager: EntityManager, adminId: string, total: number): Promise<void> {
    const { credits: limit } = (await this.settings.read(manager)).approveAbove;
    if (limit === null) return;
    await lock(manager, adminId);
    const [row] = await manager.query<{ all: number }[]>(
      `SELECT ${codesOf('$1', '$2')} + coalesce(max(amount), 0)::float8 AS all FROM (
         SELECT sum(amount) AS amount FROM unapproved_amounts WHERE admin_id = $1 AND unit = $2 AND ${IS_RECENT}
          GROUP BY user_id) AS users`,
      [adminId, 'credits'],
    );
    const all = row?.all ?? total;
    if (all > limit) throw approvalRequired({ limit, before: all - total });
  }

  /**
   * Counts amounts in the transaction of the action, which fails above the limit. The second of two concurrent actions sees the
   * first. A reference that was counted more than a day ago counts again. Without a limit nothing is counted.
   *
   * @throws LuitError `approval_required` with an `ApprovalNeed`
   */
  async count(manager: EntityManager, { adminId, unit, reference, amounts }: Counted): Promise<void> {
    const { approveAbove } = await this.settings.read(manager);
    const limit = unit === 'paise' ? approveAbove.refundPaise : approveAbove.credits;
    if (limit === null) return;
    await lock(manager, adminId);
    const added = await manager.query<{ amount: number; before: number }[]>(
      `WITH added AS (
         INSERT INTO unapproved_amounts (admin_id, unit, reference, user_id, amount)
         SELECT $1, $2, $3, user_id, sum(amount) FROM unnest($4::uuid[], $5::bigint[]) AS a (user_id, amount) GROUP BY user_id
         ON CONFLICT (admin_id, unit, reference, user_id) DO UPDATE SET amount = excluded.amount, recorded_at = excluded.recorded_at
           WHERE NOT unapproved_amounts.${IS_RECENT}
         RETURNING user_id, amount
       )
       SELECT a.amount::float8, coalesce(sum(u.amount), 0)::float8 + ${codesOf('$1', '$2')} AS before FROM added a
         LEFT JOIN unapproved_amounts u ON u.admin_id = $1 AND u.unit = $2 AND u.user_id = a.user_id AND u.${IS_RECENT}
        GROUP BY a.user_id, a.amount`,
      [adminId, unit, reference, amounts.map(({ userId }) => userId), amounts.map(({ amount }) => amount)],
    );
    const need = needOf(limit, added);
    if (need) throw approvalRequired(need);
  }
}

/** Actions of one operator are counted one after another. */
async function lock(manager: EntityManager, adminId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('unapproved_amounts'), hashtext($1))`, [adminId]);
}

/** SQL: the total that the operator's recent codes may give away, possibly all to one user. Codes give credits. */
function codesOf(adminId: string, unit: string): string {
  return `(SELECT coalesce(sum(promo_code_credits(promo_codes)), 0)::float8 FROM promo_codes
            WHERE ${unit} = 'credits' AND created_by = ${adminId} AND approved_by_email IS NULL
              AND created_at > now() - interval '${UNAPPROVED_HOURS} hours')`;
}

/** Undefined if each amount together with those before it, and the sum of all amounts, are within the limit. */
function needOf(limit: number, added: { amount: number; before: number }[]): ApprovalNeed | undefined {
  const highest = added.reduce((a, b) => (b.before + b.amount > a.before + a.amount ? b : a), { amount: 0, before: 0 });
  if (highest.before + highest.amount > limit) return { limit, before: highest.before };
  const total = added.reduce((sum, { amount }) => sum + amount, 0);
  return total > limit ? { limit, before: 0 } : undefined;
}

function approvalRequired(need: ApprovalNeed): LuitError {
  return new LuitError('approval_required', 'A second operator must approve this', { details: { ...need } });
}
