import type { Approval } from '@luit/contracts/billing/approvals';
import type { WithDates } from '@luit/platform/database/iso-times';

export type ApprovalRow = WithDates<Approval, 'requested_at' | 'expires_at' | 'decided_at'>;

/** SQL on `approvals`. */
export const IS_PENDING = `state = 'pending' AND expires_at > now()`;

/** SQL of the columns of an `ApprovalRow`. */
export const APPROVAL_COLUMNS = `
  id, CASE WHEN state = 'pending' AND expires_at <= now() THEN 'expired' ELSE state END AS state, action, preview, reason,
  requested_by AS "requestedById", requested_by_email AS "requestedBy", requested_at, expires_at,
  decided_by_email AS "decidedBy", decided_at, decision_reason AS "decisionReason", failure`;
