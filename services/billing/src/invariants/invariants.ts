import type { Check } from '@luit/platform/invariants/invariant-monitor';
import { checkOf, type Invariant } from './invariant';
import { API_KEY_INVARIANTS } from './api-key-invariants';
import { LEDGER_INVARIANTS } from './ledger-invariants';
import { PAYMENT_INVARIANTS } from './payment-invariants';
import { PROMO_CODE_INVARIANTS } from './promo-code-invariants';

export const INVARIANTS: Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...PROMO_CODE_INVARIANTS,
  ...API_KEY_INVARIANTS,
];

/** The invariants of billing's own tables. */
export function ledgerChecks(): Check[] {
  return INVARIANTS.map(checkOf);
}
