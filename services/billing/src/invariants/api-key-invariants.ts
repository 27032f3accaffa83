import type { Invariant } from './invariant';
import { HOLDS, IS_NEW } from './ledger-invariants';

/** The budgets of API keys are the sums of their holds. */
export const API_KEY_INVARIANTS: Invariant[] = [
  {
    invariant: 'I2',
    name: 'budget used = held + captured of the API key in the month',
    table: 'api_key_months',
    key: 'id',
    keyType: 'uuid',
    changed: `SELECT m.id FROM transfers f JOIN transactions t ON t.id = coalesce(f.pending_id, f.id)
               JOIN holds h ON h.id = t.hold_id
               JOIN api_key_months m ON m.key_id = h.api_key_id AND m.month = month_of(h.created_at) WHERE ${IS_NEW}`,
    violation: `r.used <> (SELECT coalesce(sum(h.credits), 0) FROM holds h
      WHERE h.api_key_id = r.key_id AND month_of(h.created_at) = r.month AND h.state IN ('held', 'captured'))`,
  },
  {
    ...HOLDS,
    name: 'a hold of an API key counts in a month of its owner’s key',
    violation: `r.api_key_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM api_key_months m JOIN api_key_budgets b ON b.key_id = m.key_id
       WHERE m.key_id = r.api_key_id AND m.month = month_of(r.created_at) AND b.user_id = r.user_id)`,
  },
];
