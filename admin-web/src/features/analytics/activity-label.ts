import type { AdminActivity } from '@luit/contracts/http/reports';
import { sentenceCase } from '../../lib/format';

/** The ledger has one type for credits that were returned and for money that was paid back, which deducts credits. */
export function activityLabel({ kind, credits }: Pick<AdminActivity, 'kind' | 'credits'>): string {
  if (kind !== 'refund') return sentenceCase(kind);
  return credits !== null && credits > 0 ? 'Credits returned' : 'Payment refund';
}
