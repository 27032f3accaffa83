import { REASON_REQUIRED } from '@luit/contracts/auth/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { BillingSettings, SettingsBody } from '@luit/contracts/billing/settings';
import { givesMoreAtSignup, hasApprovals, raisesLimits } from '@luit/contracts/billing/value-changes';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { requireStepUp } from '../../../access/identities/operator-access';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

type ApproveAbove = BillingSettings['approveAbove'];
type Grant = BillingSettings['signupGrant'];
type Waiting = Pick<Parameters<ApprovalsService['request']>[1], 'reason' | 'idempotencyKey'>;

const DEFAULT_REASON = 'Change of settings';

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
   * An operator who could raise the limits of approvals alone would need no approval, so raising one waits for a second operator. So does
   * a larger grant at sign-up while approvals have a limit, because anyone can sign up.
   *
   * @throws LuitError `step_up_required` for limits of approvals, a larger grant at sign-up, and higher limits of confirmations;
   * `conflict` if a setting was changed in the meantime
   */
  async change(
    { signupGrant, confirmAbove, approveAbove, reason }: SettingsBody,
    admin: Operator,
  ): Promise<BillingSettings & { message: string; approval: Approval | null }> {
    if (!signupGrant && !confirmAbove && !approveAbove) throw noChanges();
    const before = await this.get();
    const givesMore = signupGrant !== undefined && givesMoreAtSignup(before.signupGrant, signupGrant);
    if (approveAbove || givesMore || raises(before.confirmAbove, confirmAbove)) requireStepUp(admin);
    const isRaised = approveAbove !== undefined && raisesLimits(before.approveAbove, approveAbove);
    const grantWaits = givesMore && hasApprovals(before.approveAbove);
    if (isRaised && !reason)
      throw new LuitError('validation_failed', REASON_REQUIRED, { details: { reason: REASON_REQUIRED } });
    const saved = await this.save(before, admin, {
      confirmAbove,
      ...(!grantWaits && { signupGrant }),
      ...(!isRaised && { approveAbove }),
    });
    const waiting = { reason: reason ?? DEFAULT_REASON, idempotencyKey: uuidv7() };
    const grant = grantWaits && (await this.requestGrant(admin, before.signupGrant, signupGrant, waiting));
    const limits = isRaised && (await this.requestLimits(admin, before.approveAbove, approveAbove, waiting));
    const approval = limits || grant || null;
    return { message: approval ? APPROVAL_NEEDED : 'The settings have been saved', ...saved, approval };
  }

  private requestGrant(admin: Operator, expected: Grant, signupGrant: Grant, waiting: Waiting): Promise<Approval> {
    return this.approvals.request(admin, {
      action: { kind: 'signup_grant', signupGrant, expected },
      preview: {
        creditsBefore: expected.credits,
        creditsAfter: signupGrant.credits,
        daysBefore: expected.expiresInDays,
        daysAfter: signupGrant.expiresInDays,
      },
      ...waiting,
    });
  }

  private requestLimits(
    admin: Operator,
    expected: ApproveAbove,
    approveAbove: ApproveAbove,
    waiting: Waiting,
  ): Promise<Approval> {
    return this.approvals.request(admin, {
      action: { kind: 'limits', approveAbove, expected },
      preview: {
        refundPaiseBefore: expected.refundPaise,
        refundPaiseAfter: approveAbove.refundPaise,
        creditsBefore: expected.credits,
        creditsAfter: approveAbove.credits,
      },
      ...waiting,
    });
  }

  /** Only settings that are as they were when it was decided that they need no approval. */
  private async save(
    before: BillingSettings,
    { id: adminId }: Operator,
    changes: Partial<BillingSettings>,
  ): Promise<BillingSettings> {
    const names = (Object.keys(changes) as (keyof BillingSettings)[]).filter((name) => changes[name] !== undefined);
    if (names.length === 0) return before;
    const expected = Object.fromEntries(names.map((name) => [name, before[name]]));
    return this.calls.call(billingCalls.changeSettings, { adminId, ...changes, expected });
  }
}

function noChanges(): LuitError {
  const text = 'No changes to save';
  return new LuitError('validation_failed', text, { details: { signupGrant: text } });
}

function raises(before: BillingSettings['confirmAbove'], after: BillingSettings['confirmAbove'] | undefined): boolean {
  return after !== undefined && (after.credits > before.credits || after.refundPaise > before.refundPaise);
}
