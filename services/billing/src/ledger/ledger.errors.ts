import { type ErrorDetails, LuitError, accountClosed } from '@luit/contracts/errors';
import { QueryFailedError } from 'typeorm';

/** Why a payment cannot be refunded. Raised by the SQL function request_refund. */
export type RefundRefusal = keyof typeof TEXTS;

const TEXTS = {
  too_old: 'Unused credits can be refunded within 30 days of purchase. This purchase is older than that.',
  nothing_unused: 'All credits of this purchase have been used, so there is nothing to refund.',
  held: 'The remaining credits of this purchase are held for a job or refund in progress. Try again when it has finished.',
  too_small: 'The remaining credits of this purchase are worth less than ₹1, the smallest amount that can be refunded.',
  more_than_left: 'This is more than can still be refunded for this payment.',
  not_captured: 'No payment was captured for this transaction, so there is nothing to refund.',
  refused:
    'The payment provider rejected this refund, so your credits were returned to your balance. Please contact support.',
} as const;

/** Clients read the reason from `details.reason`. */
export function notRefundable(reason: RefundRefusal): LuitError {
  return new LuitError('not_refundable', TEXTS[reason], { details: { reason } });
}

/** Why a user cannot redeem a code. Raised by the SQL function redeem_promo_code. */
type PromoCodeRefusal = keyof typeof PROMO_CODE_REFUSALS;

const PROMO_CODE_REFUSALS = {
  unknown: 'We don’t recognize this code. Check the spelling and try again.',
  ended: 'This code has expired.',
  not_started: 'This code isn’t valid yet. Try again later.',
  used_up: 'This code has been fully redeemed.',
  already_used: 'You’ve already used this code.',
  new_customers_only: 'This code is only for new customers who haven’t bought anything yet.',
} as const;

interface PostgresError {
  code?: string;
  detail?: string;
}

/** Why a hold was not placed. */
export interface HoldRefusal {
  code: 'LU402' | 'LU403' | 'LU409' | 'LU410' | 'LU413' | 'LU414';
  detail?: ErrorDetails;
}

export function holdRefusal({ code, detail }: HoldRefusal): LuitError {
  switch (code) {
    case 'LU402':
      return new LuitError('insufficient_credits', 'Insufficient credits', { details: detail });
    case 'LU403':
      return accountClosed();
    case 'LU409':
      return new LuitError('idempotency_conflict', 'This idempotency key was already used with different input');
    case 'LU410':
      return new LuitError('conflict', 'This hold is already settled');
    case 'LU413':
      return new LuitError('key_budget_exhausted', budgetText(detail), { details: detail });
    case 'LU414':
      return new LuitError('forbidden', 'This API key has no budget. Set one in its settings.');
  }
}

function budgetText(detail: ErrorDetails = {}): string {
  const { period, required, available } = detail as { period?: string; required?: number; available?: number };
  const name = period === 'month' ? 'monthly' : 'total';
  return `This costs ${required} credits, but the ${name} budget of this API key has ${available} left`;
}

/** Converts the SQLSTATEs that the ledger's SQL functions raise to `LuitError`s. Returns any other error unchanged. */
export function toLedgerError(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  const { code, detail } = error.driverError as PostgresError;
  switch (code) {
    case 'LU402':
    case 'LU403':
    case 'LU409':
    case 'LU410':
    case 'LU414':
      return holdRefusal({ code, detail: detail ? (JSON.parse(detail) as ErrorDetails) : undefined });
    case 'LU412':
      return new LuitError('conflict', 'The balance has changed since you opened this page', {
        details: JSON.parse(detail ?? '{}') as Record<string, number>,
      });
    case 'LU411':
      return new LuitError('conflict', 'This account still has credits');
    case 'LU404':
      return new LuitError('not_found', 'Payment not found');
    case 'LU461':
      return notRefundable(detail as RefundRefusal);
    case 'LU462':
      return promoCodeNotRedeemable(detail as PromoCodeRefusal);
    default:
      return error;
  }
}

/** Clients read the reason from `details.reason`. */
function promoCodeNotRedeemable(reason: PromoCodeRefusal): LuitError {
  return new LuitError('promo_code_not_redeemable', PROMO_CODE_REFUSALS[reason], { details: { reason } });
}
