import type { AdminActivity } from '@luit/contracts/http/reports';
import { sentenceCase } from '../../lib/format';
import { kindLabel } from '../transactions/transaction-labels';

/** The ledger has one type for credits that were returned and for money that was paid back. Only the latter deducts credits. */
export function activityLabel({ kind, credits }: Pick<AdminActivity, 'kind' | 'credits'>): string {
  if (kind !== 'refund') return sentenceCase(kind);
  return kindLabel(credits !== null && credits > 0 ? 'returned_credits' : 'payment_refund');
}
