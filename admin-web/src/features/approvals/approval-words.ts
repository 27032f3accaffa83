import type { Approval, ApprovalPreview, ApprovalState } from '@luit/contracts/billing/approvals';
import type { BadgeTone } from '@luit/ui/badge';
import { formatChange, formatNumber, formatPaise } from '../../lib/format';

export const STATE_TONES: Record<ApprovalState, BadgeTone> = {
  pending: 'accent',
  approved: 'info',
  executed: 'success',
  failed: 'danger',
  declined: 'neutral',
  expired: 'neutral',
};

/** An approved action is applied at once; in between, or after a crash, it is being applied. */
export const STATE_LABELS: Record<ApprovalState, string> = {
  pending: 'Pending',
  approved: 'Being applied',
  executed: 'Applied',
  failed: 'Failed',
  declined: 'Declined',
  expired: 'Expired',
};

/** What operators see whose action is waiting. */
export function waitingText({ action, preview }: Approval): string {
  const before = beforeText(action.kind, preview);
  return `Nothing has changed yet: a second operator must approve this${before && `, because of ${before}`}`;
}

/**
 * The requester's earlier changes to the same user, or other codes, if they are why approval is needed; empty
 * otherwise.
 */
function beforeText(kind: Approval['action']['kind'], { withoutApproval }: ApprovalPreview): string {
  if (typeof withoutApproval !== 'number' || withoutApproval === 0) return '';
  if (kind === 'payment_refund')
    return `${formatPaise(withoutApproval)} for the same customer in the previous 24 hours`;
  const from =
    kind === 'promo_code'
      ? 'other promotional codes and one customer'
      : 'the same customer, promotional codes included,';
  return `${formatNumber(withoutApproval)} credits for ${from} in the previous 24 hours`;
}

/** What is requested, and the page of what it applies to. */
export function describe(request: Approval): { text: string; to: string | null } {
  const { text, to } = describeAction(request);
  const before = beforeText(request.action.kind, request.preview);
  return { text: before ? `${text}. Together with ${before}, it is above the limit` : text, to };
}

function describeAction({ action, preview }: Approval): { text: string; to: string | null } {
  const number = (name: string) => Number(preview[name] ?? 0);
  switch (action.kind) {
    case 'credits':
      return {
        text: `${formatChange(number('change'))} credits: from ${formatNumber(action.expectedCredits)} to ${formatNumber(action.credits)}`,
        to: `/users/${action.userId}`,
      };
    case 'payment_refund':
      return {
        text: `Refund ${formatPaise(action.amountPaise)}, deduct ${formatNumber(number('credits'))} credits, balance afterward ${formatNumber(number('balanceAfter'))}`,
        to: `/transactions/${action.transactionId}`,
      };
    case 'job_refund':
      return { text: `Refund a job: ${formatNumber(number('credits'))} credits`, to: `/jobs/${action.jobId}` };
    case 'jobs_refund':
      return {
        text: `Refund ${formatNumber(number('jobs'))} jobs: ${formatNumber(number('credits'))} credits`,
        to: null,
      };
    case 'limits': {
      const { refundPaise, credits } = action.approveAbove;
      const refunds = refundPaise === null ? 'never for refunds' : `refunds above ${formatPaise(refundPaise)}`;
      const changes = credits === null ? 'never for credits' : `changes above ${formatNumber(credits)} credits`;
      return { text: `Change when approvals are needed: ${refunds}, ${changes}`, to: '/settings' };
    }
    case 'promo_code': {
      const { code, credits, maxRedemptions } = action;
      const total = formatNumber(credits * maxRedemptions);
      const each = `${formatNumber(credits)} credits for each of ${formatNumber(maxRedemptions)} redemptions`;
      return {
        text: `Create the promotional code ${code}: ${each}, ${total} credits in total`,
        to: `/promo-codes?q=${code}`,
      };
    }
  }
}
