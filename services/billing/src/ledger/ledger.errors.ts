import { accountClosed, type ErrorDetails, LuitError } from '@luit/contracts/errors';
import { QueryFailedError } from 'typeorm';
import { notRefundable, type RefundRefusal } from './refund.errors';

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
      return new LuitError('forbidden', 'This API key has no budget. Set one in the dashboard.');
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
