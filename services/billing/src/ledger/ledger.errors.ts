import { accountClosed, LuitError } from '@luit/contracts/errors';
import { QueryFailedError } from 'typeorm';
import { notRefundable, type RefundRefusal } from '../refunds/refund.errors';

interface PostgresError {
  code?: string;
  detail?: string;
}

/** The money functions' own SQLSTATEs, see their migration. Anything else is handed on as it is. */
export function toLedgerError(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  const { code, detail } = error.driverError as PostgresError;
  switch (code) {
    case 'LU403':
      return accountClosed();
    case 'LU402':
      return new LuitError('insufficient_credits', 'Insufficient credits', {
        details: JSON.parse(detail ?? '{}') as Record<string, number>,
      });
    case 'LU409':
      return new LuitError('idempotency_conflict', 'This idempotency key was used for something else');
    case 'LU410':
      return new LuitError('conflict', 'This hold has ended already');
    case 'LU412':
      return new LuitError('conflict', 'The balance has changed meanwhile', {
        details: JSON.parse(detail ?? '{}') as Record<string, number>,
      });
    case 'LU411':
      return new LuitError('conflict', 'This account still holds credits');
    case 'LU404':
      return new LuitError('not_found', 'There is no such payment');
    case 'LU461':
      return notRefundable(detail as RefundRefusal);
    default:
      return error;
  }
}
