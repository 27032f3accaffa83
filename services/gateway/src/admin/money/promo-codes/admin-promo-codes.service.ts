import { authCalls } from '@luit/contracts/auth/messages';
import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import {
  creditsOf,
  type NewPromoCodeBody,
  type PromoCode,
  type PromoCodeRedemption,
  type PromoCodesQuery,
  type PromoCodeTerms,
} from '@luit/contracts/billing/promo-codes';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { IdPageQuery } from '../../../http/requests/page-query';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';
import { ConfirmationsService } from '../../operators/confirmations/confirmations.service';

export interface PromoCodeCreation {
  message: string;
  /** Null if it does not exist yet. */
  promoCode: PromoCode | null;
  /** The request that waits for a second operator; null if the code was created. */
  approval: Approval | null;
}

@Injectable()
export class AdminPromoCodesService {
  constructor(
    private readonly calls: CallClient,
    private readonly confirmations: ConfirmationsService,
    private readonly approvals: ApprovalsService,
  ) {}

  list({ q: words, ...filter }: PromoCodesQuery) {
    return this.calls.call(billingCalls.listPromoCodes, { ...filter, words });
  }

  /** @throws LuitError `not_found` */
  get(promoCode: string): Promise<PromoCode> {
    return this.calls.call(billingCalls.getPromoCode, { promoCode });
  }

  /** With the email address of each user. @throws LuitError `not_found` */
  async redemptions(id: string, query: IdPageQuery) {
    const { items, ...page } = await this.calls.call(billingCalls.listPromoCodeRedemptions, { id, ...query });
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds: items.map(({ userId }) => userId) });
    const rows: PromoCodeRedemption[] = items.map((row) => ({ ...row, userEmail: emails[row.userId] ?? null }));
    return { items: rows, ...page };
  }

  /**
   * The limits of the settings apply to all that a code may give away: its credits × its redemptions. The limit of approvals
   * also counts the operator's other codes of a day.
   *
   * @throws LuitError `validation_failed` with `details.confirmation` if a large total was not typed, `conflict` if the code
   * is taken, `idempotency_conflict`
   */
  async create(
    admin: Operator,
    { confirmation, reason, ...input }: NewPromoCodeBody,
    idempotencyKey: string = uuidv7(),
  ): Promise<PromoCodeCreation> {
    const terms: PromoCodeTerms = { ...input, code: normalizePromoCode(input.code) };
    const total = creditsOf(terms);
    await this.confirmations.assert({ credits: total }, confirmation);
    const create = async (): Promise<PromoCodeCreation> => {
      const by = { adminId: admin.id, operatorEmail: admin.email };
      const request = { ...terms, ...by, reason, idempotencyKey };
      const promoCode = await this.calls.call(billingCalls.createPromoCode, request);
      return { message: 'The code has been created', promoCode, approval: null };
    };
    return this.approvals.actOrRequest(create, async (before) => {
      const approval = await this.approvals.request(admin, {
        action: { kind: 'promo_code', ...terms },
        preview: { code: terms.code, total, ...before },
        reason,
        idempotencyKey,
      });
      return { message: APPROVAL_NEEDED, promoCode: null, approval };
    });
  }

  /** @throws LuitError `not_found` */
  disable({ id: adminId }: Operator, id: string, reason: string): Promise<PromoCode> {
    return this.calls.call(billingCalls.disablePromoCode, { adminId, id, reason });
  }
}
