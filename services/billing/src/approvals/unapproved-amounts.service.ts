import {
  type AmountUnit,
  type ApprovalNeed,
  UNAPPROVED_HOURS,
  type UserAmount,
} from '@luit/contracts/billing/unapproved-amounts';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SettingsService } from '../settings/settings.service';

/** SQL on `unapproved_amounts`. */
const IS_RECENT = `recorded_at > now() - interval '${UNAPPROVED_HOURS} hours'`;

interface OfUser {
  adminId: string;
  unit: AmountUnit;
  userId: string;
}

interface Counted {
  adminId: string;
  unit: AmountUnit;
  /** Counted once by an operator. */
  reference: string;
  amounts: UserAmount[];
}

/** Compares what an operator does alone to a user within a day with the limits of the settings, as one amount. */
@Injectable()
export class UnapprovedAmountsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: SettingsService,
  ) {}

  async get({ adminId, unit, userId }: OfUser): Promise<{ amount: number }> {
    const [row] = await this.database.query<{ amount: number }[]>(
      `SELECT coalesce(sum(amount), 0)::float8 AS amount FROM unapproved_amounts
        WHERE admin_id = $1 AND unit = $2 AND user_id = $3 AND ${IS_RECENT}`,
      [adminId, unit, userId],
    );
    return { amount: row?.amount ?? 0 };
  }

  /** @throws LuitError `approval_required` */
  async countJobRefunds(request: Omit<Counted, 'unit'>): Promise<void> {
    await this.database.transaction((manager) => this.count(manager, { ...request, unit: 'credits' }));
  }

  /**
   * Counts amounts in the transaction of the action, which fails above the limit. Actions of one operator are counted one after
   * another, so that of two at once the second one sees the first. Without a limit nothing is counted.
   *
   * @throws LuitError `approval_required` with an `ApprovalNeed`
   */
  async count(manager: EntityManager, { adminId, unit, reference, amounts }: Counted): Promise<void> {
    const { approveAbove } = await this.settings.get(manager);
    const limit = unit === 'paise' ? approveAbove.refundPaise : approveAbove.credits;
    if (limit === null) return;
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('unapproved_amounts'), hashtext($1))`, [adminId]);
    const added = await manager.query<{ amount: number; before: number }[]>(
      `WITH added AS (
         INSERT INTO unapproved_amounts (admin_id, unit, reference, user_id, amount)
         SELECT $1, $2, $3, user_id, sum(amount) FROM unnest($4::uuid[], $5::bigint[]) AS a (user_id, amount) GROUP BY user_id
         ON CONFLICT DO NOTHING RETURNING user_id, amount
       )
       SELECT a.amount::float8, coalesce(sum(u.amount), 0)::float8 AS before FROM added a
         LEFT JOIN unapproved_amounts u ON u.admin_id = $1 AND u.unit = $2 AND u.user_id = a.user_id AND u.${IS_RECENT}
        GROUP BY a.user_id, a.amount`,
      [adminId, unit, reference, amounts.map(({ userId }) => userId), amounts.map(({ amount }) => amount)],
    );
    const need = needOf(limit, added);
    if (!need) return;
    throw new LuitError('approval_required', 'A second operator has to approve this', { details: { ...need } });
  }
}

/** Undefined if the amounts, each for itself with those before it and all together, are within the limit. */
function needOf(limit: number, added: { amount: number; before: number }[]): ApprovalNeed | undefined {
  const highest = added.reduce((a, b) => (b.before + b.amount > a.before + a.amount ? b : a), { amount: 0, before: 0 });
  if (highest.before + highest.amount > limit) return { limit, before: highest.before };
  const total = added.reduce((sum, { amount }) => sum + amount, 0);
  return total > limit ? { limit, before: 0 } : undefined;
}
