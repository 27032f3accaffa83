import type { RefundAttempts } from '@luit/contracts/billing/refunds';
import type { RefundState } from './refund-sender';

/** SQL on `refunds r`. */
export const ATTEMPT_COLUMNS = `r.state, r.attempts, r.last_error, r.attempted_at, r.next_attempt_at,
  r.razorpay_refund_id IS NOT NULL AS is_accepted, EXISTS (SELECT FROM overdue_refunds late WHERE late.id = r.id) AS is_overdue`;

export interface AttemptsRow {
  state: RefundState;
  attempts: number;
  last_error: string | null;
  attempted_at: Date | null;
  next_attempt_at: Date | null;
  is_accepted: boolean;
  is_overdue: boolean;
}

export function toAttempts(row: AttemptsRow): RefundAttempts {
  return {
    state: row.state,
    isAccepted: row.is_accepted,
    isOverdue: row.is_overdue,
    attempts: row.attempts,
    lastError: row.last_error,
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}
