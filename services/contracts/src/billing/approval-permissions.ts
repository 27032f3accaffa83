import type { Permission } from '../auth/operator-permissions';
import type { ApprovalAction } from './approvals';

/** What an operator must be permitted to do to approve or decline an action: the same as to do it. */
export const APPROVAL_PERMISSIONS = {
  credits: 'credits.adjust',
  payment_refund: 'transactions.refund',
  job_refund: 'jobs.refund',
  jobs_refund: 'jobs.apply_bulk',
  limits: 'settings.change',
  promo_code: 'promo_codes.change',
} as const satisfies Record<ApprovalAction['kind'], Permission>;
