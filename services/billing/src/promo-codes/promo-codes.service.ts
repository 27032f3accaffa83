import { billingCalls } from '@luit/contracts/billing/messages';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import { creditsOf, type PromoCode, promoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { type Approved, publishOperatorAction } from '../operators/operator-actions';
import { PromoCodeEntity } from './promo-code.entity';

type NewPromoCode = RequestOf<typeof billingCalls.createPromoCode>;

export type PromoCodeRow = WithDates<PromoCode, 'startsAt' | 'endsAt' | 'createdAt' | 'disabledAt'>;

/** SQL of a `PromoCodeRow`. */
export const COLUMNS = `${columnsOf(PromoCodeEntity)}, promo_code_state(promo_codes) AS state`;

/** The fields that must be equal when a request is repeated. */
const TERMS = [...promoCodeTerms.keyof().options, 'reason'] as const;

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
      const [added] = await this.insert(manager, {
        ...terms,
        ...{ startsAt: new Date(terms.startsAt), endsAt: new Date(terms.endsAt) },
        ...{ createdById: adminId, createdBy: operatorEmail, approvedBy: approvedBy ?? null, idempotencyKey },
      });
      if (!added) {
        const concurrent = await this.find(manager, 'created_by = $1 AND idempotency_key = $2', [
          adminId,
          idempotencyKey,
        ]);
        if (concurrent) return sameOrConflict(concurrent, terms);
        throw new LuitError('conflict', `The code ${terms.code} already exists.`);
      }
      if (!approvedBy) await this.unapproved.countPromoCode(manager, adminId, creditsOf(terms));
      const details = {
        ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)])),
        ...(approvedBy && { approvedBy }),
      };
      await publishOperatorAction(manager, { adminId, action: 'promo_code_created', subject: terms.code, details });
      return withIsoTimes(added);
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
      return withIsoTimes(disabled);
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

  /** Nothing if its code or its key is taken. */
  private async insert(manager: EntityManager, values: Partial<PromoCodeEntity>): Promise<PromoCodeRow[]> {
    const insert = manager.createQueryBuilder().insert().into(PromoCodeEntity).values(values);
    const { raw } = await insert.orIgnore().updateEntity(false).returning(COLUMNS).execute();
    return raw as PromoCodeRow[];
  }

  private async find(manager: EntityManager, condition: string, values: unknown[]): Promise<PromoCode | undefined> {
    const [row] = await manager.query<PromoCodeRow[]>(`SELECT ${COLUMNS} FROM promo_codes WHERE ${condition}`, values);
    return row && withIsoTimes(row);
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
