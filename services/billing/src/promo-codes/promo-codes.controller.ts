import { billingCalls } from '@luit/contracts/billing/messages';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import type { PromoCode, RedeemedPromoCode } from '@luit/contracts/billing/promo-codes';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { LedgerService } from '../ledger/ledger.service';
import { PromoCodeListsService } from './promo-code-lists.service';
import { PromoCodesService } from './promo-codes.service';

@Controller()
export class PromoCodesController {
  constructor(
    private readonly promoCodes: PromoCodesService,
    private readonly lists: PromoCodeListsService,
    private readonly ledger: LedgerService,
  ) {}

  @OnCall(billingCalls.createPromoCode)
  create(request: RequestOf<typeof billingCalls.createPromoCode>): Promise<PromoCode> {
    return this.promoCodes.create(request);
  }

  @OnCall(billingCalls.disablePromoCode)
  disable(request: RequestOf<typeof billingCalls.disablePromoCode>): Promise<PromoCode> {
    return this.promoCodes.disable(request);
  }

  @OnCall(billingCalls.listPromoCodes)
  list(request: RequestOf<typeof billingCalls.listPromoCodes>): ReturnType<PromoCodeListsService['list']> {
    return this.lists.list(request);
  }

  @OnCall(billingCalls.getPromoCode)
  get(request: RequestOf<typeof billingCalls.getPromoCode>): Promise<PromoCode> {
    return this.promoCodes.get(request);
  }

  @OnCall(billingCalls.listPromoCodeRedemptions)
  redemptions(
    request: RequestOf<typeof billingCalls.listPromoCodeRedemptions>,
  ): ReturnType<PromoCodeListsService['redemptions']> {
    return this.lists.redemptions(request);
  }

  @OnCall(billingCalls.redeemPromoCode)
  redeem({ userId, code, idempotencyKey }: RequestOf<typeof billingCalls.redeemPromoCode>): Promise<RedeemedPromoCode> {
    return this.ledger.redeemPromoCode(idempotencyKey, userId, normalizePromoCode(code));
  }
}
