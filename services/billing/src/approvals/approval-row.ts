import type { Approval } from '@luit/contracts/billing/approvals';

export type ApprovalRow = Omit<Approval, 'requested_at' | 'expires_at' | 'decided_at'> & {
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

/** SQL on `approvals`. */
export const IS_PENDING = `state = 'pending' AND expires_at > now()`;

/** SQL of the columns of an `ApprovalRow`. */
export const APPROVAL_COLUMNS = `
  id, CASE WHEN state = 'pending' AND expires_at <= now() THEN 'expired' ELSE state END AS state, action, preview, reason,
  requested_by AS "requestedById", requested_by_email AS "requestedBy", requested_at AS "requestedAt",
  expires_at AS "expiresAt", decided_by_email AS "decidedBy", decided_at AS "decidedAt",
  decision_reason AS "decisionReason", failure`;

export function toApproval({ requestedAt, expiresAt, decidedAt, ...row }: ApprovalRow): Approval {
  return {
    ...row,
    requested_at: requestedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  };
}
