import type { Approval, ApprovalPreview, ApprovalState } from '@luit/contracts/billing/approvals';
import type { BadgeTone } from '@luit/ui/badge';
import { giftText } from '../../components/promo-code-terms';
import { formatChange, formatNumber, formatPaise, formatRupees } from '../../lib/format';

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

/** The text for operators whose action waits for approval. */
export function waitingText({ action, preview }: Approval): string {
  const before = beforeText(action.kind, preview);
  return `Nothing has changed yet: a second operator must approve this${before && `, because of ${before}`}`;
}

const IN_PAISE: Approval['action']['kind'][] = [
  'payment_refund',
  'unmatched_refund',
  'refund_paid_otherwise',
  'account_deletion',
];

/**
 * The requester's earlier changes to the same user, or other codes, if they are why approval is needed; empty
 * otherwise.
 */
function beforeText(kind: Approval['action']['kind'], { withoutApproval }: ApprovalPreview): string {
  if (typeof withoutApproval !== 'number' || withoutApproval === 0) return '';
  if (IN_PAISE.includes(kind)) return `${formatPaise(withoutApproval)} for the same customer in the previous 24 hours`;
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
    case 'unmatched_refund':
      return {
        text: `Refund the payment ${action.paymentId}, which does not match its order`,
        to: `/orders/${action.paymentId}`,
      };
    case 'refund_paid_otherwise':
      return {
        text: `Record that a refund was paid in another way, with the reference ${action.reference}`,
        to: `/orders/${action.refundId}`,
      };
    case 'job_refund':
      return { text: `Refund a job: ${formatNumber(number('credits'))} credits`, to: `/jobs/${action.jobId}` };
    case 'jobs_refund':
      return {
        text: `Refund ${formatNumber(number('jobs'))} jobs: ${formatNumber(number('credits'))} credits`,
        to: null,
      };
    case 'job_retry':
      return {
        text: `Run a job again for free: ${formatNumber(number('credits'))} credits`,
        to: `/jobs/${action.jobId}`,
      };
    case 'jobs_retry':
      return {
        text: `Run ${formatNumber(number('jobs'))} jobs again for free: ${formatNumber(number('credits'))} credits`,
        to: null,
      };
    case 'account_deletion': {
      const { userId, wantsRefund, amountPaise } = action;
      const money = formatPaise(amountPaise);
      const effect = wantsRefund ? `refund up to ${money} for unused credits` : `keep ${money} of unused credits`;
      return { text: `Delete an account and ${effect}`, to: `/users/${userId}` };
    }
    case 'pack':
      return { text: packText(action), to: '/packs' };
    case 'plan': {
      const { credits, expectedCredits } = action;
      const change = `from ${formatNumber(expectedCredits)} to ${formatNumber(credits)} credits`;
      return { text: `Lower the price of ${String(preview['name'] ?? action.planId)} ${change}`, to: '/plans' };
    }
    case 'model': {
      const name = String(preview['name'] ?? action.modelId);
      const what = action.restored === undefined ? `Publish ${name}` : `Restore revision ${action.restored} of ${name}`;
      return { text: `${what} with lower prices: ${String(preview['prices'])}`, to: `/models/${action.modelId}` };
    }
    case 'signup_grant': {
      const { signupGrant, expected } = action;
      return {
        text: `Grant ${grantText(signupGrant)} to each new account instead of ${grantText(expected)}`,
        to: '/settings',
      };
    }
    case 'takedown_credits':
      return { text: 'Return the credits of what is taken down from now on', to: '/settings' };
    case 'limits': {
      const { refundPaise, credits } = action.approveAbove;
      const refunds = refundPaise === null ? 'never for refunds' : `refunds above ${formatPaise(refundPaise)}`;
      const changes = credits === null ? 'never for credits' : `changes above ${formatNumber(credits)} credits`;
      return { text: `Change when approvals are needed: ${refunds}, ${changes}`, to: '/settings' };
    }
    case 'promo_code': {
      const text = `Create the promotional code ${action.code}: ${giftText(action)}`;
      return { text, to: `/promo-codes?q=${action.code}` };
    }
  }
}

type Of<Kind> = Extract<Approval['action'], { kind: Kind }>;

/** Old and new price, and what the credits would cost at the lowest price of today. */
function packText({ packId, changes, isArchived, expected, cheapest }: Of<'pack'>): string {
  const { name = packId, price = 0, credits = 1 } = { ...expected, ...changes };
  const offer = `${formatNumber(credits)} credits for ${formatRupees(price)}`;
  const before = expected && `${formatNumber(expected.credits)} credits for ${formatRupees(expected.price)}`;
  const verb = expected === null ? `Sell the new pack ${name}` : `Change the pack ${name}`;
  const what = isArchived === false ? `Sell the pack ${name} again` : verb;
  const change = before && before !== offer ? `${before} → ${offer}` : offer;
  if (!cheapest) return `${what}: ${change}`;
  const worth = formatRupees((cheapest.price / cheapest.credits) * credits);
  return `${what}: ${change}. At the lowest price today, these credits cost ${worth}`;
}

function grantText({ credits, expiresInDays }: Of<'signup_grant'>['signupGrant']): string {
  const lifetime = expiresInDays === null ? 'that never expire' : `for ${formatNumber(expiresInDays)} days`;
  return credits === 0 ? 'no credits' : `${formatNumber(credits)} credits ${lifetime}`;
}
