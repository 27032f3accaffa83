import { REASON_REQUIRED } from '@luit/contracts/auth/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { requireStepUp } from '../../identities/operator-access';
import type { Operator } from '../../identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../approvals/approvals.service';
import type { SettingsDto } from './admin-settings.dto';

type ApproveAbove = BillingSettings['approveAbove'];

@Injectable()
export class AdminSettingsService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  get(): Promise<BillingSettings> {
    return this.calls.call(billingCalls.getSettings, {});
  }

  /**
   * Who could raise the limits of approvals alone would need no approval, so raising one waits for a second operator.
   *
   * @throws LuitError `step_up_required` for limits of approvals, a larger grant at sign-up, and higher limits of confirmations
   */
  async change(
    { signupGrant, confirmAbove, approveAbove, reason }: SettingsDto,
    admin: Operator,
  ): Promise<BillingSettings & { message: string; approval: Approval | null }> {
    const change = { adminId: admin.id, signupGrant, confirmAbove };
    const before = await this.get();
    if (approveAbove || givesMore(before, { signupGrant, confirmAbove })) requireStepUp(admin);
    if (!approveAbove) return this.save(change);
    if (!raises(before.approveAbove, approveAbove)) return this.save({ ...change, approveAbove });
    if (!reason) throw new LuitError('validation_failed', REASON_REQUIRED, { details: { reason: REASON_REQUIRED } });
    if (signupGrant ?? confirmAbove) await this.save(change);
    const approval = await this.approvals.request(admin, {
      action: { kind: 'limits', approveAbove },
      preview: {
        refundPaiseBefore: before.approveAbove.refundPaise,
        refundPaiseAfter: approveAbove.refundPaise,
        creditsBefore: before.approveAbove.credits,
        creditsAfter: approveAbove.credits,
      },
      reason,
      idempotencyKey: uuidv7(),
    });
    return { message: APPROVAL_NEEDED, ...(await this.get()), approval };
  }

  private async save(change: Partial<BillingSettings> & { adminId: string }) {
    const settings = await this.calls.call(billingCalls.changeSettings, change);
    return { message: 'The settings have been saved', ...settings, approval: null };
  }
}

function givesMore(before: BillingSettings, { signupGrant, confirmAbove }: Partial<BillingSettings>): boolean {
  return (
    (signupGrant?.credits ?? 0) > before.signupGrant.credits ||
    (confirmAbove?.credits ?? 0) > before.confirmAbove.credits ||
    (confirmAbove?.refundPaise ?? 0) > before.confirmAbove.refundPaise
  );
}

/** Whether a limit that exists would be higher, or none. */
function raises(before: ApproveAbove, after: ApproveAbove): boolean {
  const isRaised = (old: number | null, next: number | null) => old !== null && (next === null || next > old);
  return isRaised(before.credits, after.credits) || isRaised(before.refundPaise, after.refundPaise);
}
