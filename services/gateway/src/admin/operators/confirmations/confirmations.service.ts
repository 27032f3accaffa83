import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

/** A refund in paise, or a change of credits. */
type Amount = { paise: number } | { credits: number };

/** Large amounts are typed once more by the operator. */
@Injectable()
export class ConfirmationsService {
  constructor(private readonly calls: CallClient) {}

  async isNeeded(amount: Amount): Promise<boolean> {
    const { confirmAbove } = await this.calls.call(billingCalls.getSettings, {});
    return 'paise' in amount ? amount.paise > confirmAbove.refundPaise : amount.credits > confirmAbove.credits;
  }

  /** @throws LuitError `validation_failed` with `details.confirmation` if a large amount was not typed */
  async assert(amount: Amount, typed: string | undefined): Promise<void> {
    const text = String('paise' in amount ? amount.paise / 100 : amount.credits);
    if (typed?.trim() === text || !(await this.isNeeded(amount))) return;
    const message = `This is a large amount. Type ${text} to confirm it.`;
    throw new LuitError('validation_failed', message, { details: { confirmation: text } });
  }
}
