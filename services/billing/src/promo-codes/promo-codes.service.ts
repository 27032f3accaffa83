import { billingCalls } from '@luit/contracts/billing/messages';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { type Approved, publishOperatorAction } from '../operators/operator-actions';
import { COLUMNS, type PromoCodeRow, toPromoCode } from './promo-code-row';

type NewPromoCode = RequestOf<typeof billingCalls.createPromoCode>;

/** The fields that must be equal when a request is repeated. */
const TERMS = [
  'code',
  'credits',
  'startsAt',
  'endsAt',
  'lifetimeDays',
  'maxRedemptions',
  'isForNewCustomers',
  'reason',
] as const satisfies (keyof PromoCode)[];

/** Lets operators create and disable promotional codes. Their terms never change, so no one is promised something else. */
@Injectable()
export class PromoCodesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unapproved: UnapprovedAmountsService,
  ) {}

  /**
   * Idempotent by operator and key.
   *
   * @throws LuitError `conflict` if the code is taken, `validation_failed` for an empty or past window, `idempotency_conflict`,
   * `approval_required` without `approvedBy`
   */
  @OnCall(billingCalls.createPromoCode)
  async create(request: NewPromoCode & Approved): Promise<PromoCode> {
    const { adminId, operatorEmail, approvedBy, idempotencyKey, ...given } = request;
    const terms = {
      ...given,
      code: normalizePromoCode(given.code),
      startsAt: new Date(given.startsAt).toISOString(),
      endsAt: new Date(given.endsAt).toISOString(),
    };
    return this.database.transaction(async (manager) => {
      const earlier = await this.find(manager, 'created_by = $1 AND idempotency_key = $2', [adminId, idempotencyKey]);
      if (earlier) return sameOrConflict(earlier, terms);
      if (terms.startsAt >= terms.endsAt)
        throw new LuitError('validation_failed', 'The code must end after it starts.');
      if (Date.parse(terms.endsAt) <= Date.now())
        throw new LuitError('validation_failed', 'The code must end in the future.');
      const [added] = await manager.query<PromoCodeRow[]>(
        `INSERT INTO promo_codes (code, credits, starts_at, ends_at, lifetime_days, max_redemptions, is_for_new_customers,
                                  reason, created_by, created_by_email, approved_by_email, idempotency_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
        [
          ...[terms.code, terms.credits, terms.startsAt, terms.endsAt, terms.lifetimeDays, terms.maxRedemptions],
          ...[terms.isForNewCustomers, terms.reason, adminId, operatorEmail, approvedBy ?? null, idempotencyKey],
        ],
      );
      if (!added) {
        const concurrent = await this.find(manager, 'created_by = $1 AND idempotency_key = $2', [
          adminId,
          idempotencyKey,
        ]);
        if (concurrent) return sameOrConflict(concurrent, terms);
        throw new LuitError('conflict', `The code ${terms.code} already exists.`);
      }
      if (!approvedBy) await this.unapproved.countPromoCode(manager, adminId, terms.credits * terms.maxRedemptions);
      const details = {
        ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)])),
        ...(approvedBy && { approvedBy }),
      };
      await publishOperatorAction(manager, { adminId, action: 'promo_code_created', subject: terms.code, details });
      return toPromoCode(added);
    });
  }

  /** Has no effect on a disabled code. @throws LuitError `not_found` */
  @OnCall(billingCalls.disablePromoCode)
  async disable({ adminId, id, reason }: RequestOf<typeof billingCalls.disablePromoCode>): Promise<PromoCode> {
    return this.database.transaction(async (manager) => {
      const [[disabled]] = await manager.query<[PromoCodeRow[], number]>(
        `UPDATE promo_codes SET disabled_at = now(), disabled_reason = $2 WHERE id = $1 AND disabled_at IS NULL
         RETURNING ${COLUMNS}`,
        [id, reason],
      );
      if (!disabled) return orNotFound(await this.find(manager, 'id = $1', [id]));
      const details = { reason, redemptions: String(disabled.redemptions) };
      await publishOperatorAction(manager, { adminId, action: 'promo_code_disabled', subject: disabled.code, details });
      return toPromoCode(disabled);
    });
  }

  /** By id, or by the code. @throws LuitError `not_found` */
  @OnCall(billingCalls.getPromoCode)
  async get({ promoCode }: RequestOf<typeof billingCalls.getPromoCode>): Promise<PromoCode> {
    const id = isUuid(promoCode) ? promoCode : null;
    return orNotFound(
      await this.find(this.database.manager, 'id = $1 OR code = $2', [id, normalizePromoCode(promoCode)]),
    );
  }

  private async find(manager: EntityManager, condition: string, values: unknown[]): Promise<PromoCode | undefined> {
    const [row] = await manager.query<PromoCodeRow[]>(`SELECT ${COLUMNS} FROM promo_codes WHERE ${condition}`, values);
    return row && toPromoCode(row);
  }
}

function sameOrConflict(earlier: PromoCode, terms: Partial<PromoCode>): PromoCode {
  if (TERMS.every((name) => earlier[name] === terms[name])) return earlier;
  throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different promotional code');
}

function orNotFound(found: PromoCode | undefined): PromoCode {
  if (!found) throw new LuitError('not_found', 'Promotional code not found');
  return found;
}
