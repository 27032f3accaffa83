import type { RefundAttempts } from '@luit/contracts/billing/refunds';
import type { WithDates } from '@luit/platform/database/iso-times';

/** SQL of the columns of an `AttemptsRow` of a refund `r`. */
export const ATTEMPT_COLUMNS = `r.state, r.attempts, r.last_error AS "lastError", r.attempted_at AS "attemptedAt",
  r.next_attempt_at AS "nextAttemptAt", r.razorpay_refund_id IS NOT NULL AS "isAccepted",
  EXISTS (SELECT FROM overdue_refunds late WHERE late.id = r.id) AS "isOverdue"`;

export type AttemptTime = 'attemptedAt' | 'nextAttemptAt';
export type AttemptsRow = WithDates<RefundAttempts, AttemptTime>;
