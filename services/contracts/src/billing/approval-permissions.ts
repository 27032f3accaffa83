import type { Permission } from '../auth/operator-permissions';
import type { ApprovalAction } from './approvals';

/** The permissions that an operator needs to approve or decline an action: the same as to do it, with all of its effects. */
export const APPROVAL_PERMISSIONS = {
  credits: ['credits.adjust'],
  payment_refund: ['transactions.refund'],
  unmatched_refund: ['transactions.refund'],
  refund_paid_otherwise: ['transactions.refund'],
  job_refund: ['jobs.refund'],
  jobs_refund: ['jobs.apply_bulk'],
  job_retry: ['jobs.retry'],
  jobs_retry: ['jobs.apply_bulk'],
  limits: ['settings.change'],
  signup_grant: ['settings.change'],
  takedown_credits: ['settings.change'],
  promo_code: ['promo_codes.change'],
  pack: ['prices.change'],
  plan: ['prices.change'],
  model: ['prices.change'],
  account_deletion: ['users.delete', 'transactions.refund'],
} as const satisfies Record<ApprovalAction['kind'], readonly Permission[]>;
