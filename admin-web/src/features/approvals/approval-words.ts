import type { Approval, ApprovalState } from '@luit/contracts/billing/approvals';
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

/** What is requested, and the page of what it applies to. */
export function describe({ action, preview }: Approval): { text: string; to: string | null } {
  const number = (name: string) => Number(preview[name] ?? 0);
  switch (action.kind) {
    case 'credits':
      return {
        text: `${formatChange(number('change'))} credits: from ${formatNumber(action.expectedCredits)} to ${formatNumber(action.credits)}`,
        to: `/users/${action.userId}`,
      };
    case 'payment_refund':
      return {
        text: `Refund ${formatPaise(action.amountPaise)}, take back ${formatNumber(number('credits'))} credits, balance afterwards ${formatNumber(number('balanceAfter'))}`,
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
  }
}
