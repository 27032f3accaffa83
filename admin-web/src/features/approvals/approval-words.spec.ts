import type { Approval, ApprovalAction } from '@luit/contracts/billing/approvals';
import { expect, it } from 'vitest';
import { describe as describeApproval } from './approval-words';

const textOf = (action: ApprovalAction, preview: Approval['preview'] = {}) =>
  describeApproval({ action, preview } as Approval).text.replaceAll('\u00a0', ' ');

const PACK = { name: 'Bihu', credits: 100, price: 180, popular: false, description: '', savings: 0, position: 1 };
const cheapest = { id: 'basic', price: 178, credits: 100 };

it('a new pack is described with its price and with what its credits cost today', () => {
  const changes = { ...PACK, credits: 1_000_000, price: 1 };
  expect(textOf({ kind: 'pack', packId: 'bihu', changes, expected: null, cheapest })).toBe(
    'Sell the new pack Bihu: 10,00,000 credits for ₹1.00. At the lowest price today, these credits cost ₹17,80,000.00',
  );
});

it('a changed pack is described with its old and new price', () => {
  const expected = { ...PACK, id: 'bihu', archived_at: null };
  expect(textOf({ kind: 'pack', packId: 'bihu', changes: { price: 18 }, expected, cheapest })).toBe(
    'Change the pack Bihu: 100 credits for ₹180.00 → 100 credits for ₹18.00. At the lowest price today, these credits cost ₹178.00',
  );
});

it('other changes are described with what they were before', () => {
  expect(textOf({ kind: 'plan', planId: 'p', credits: 1, expectedCredits: 18 }, { name: 'Standard' })).toBe(
    'Lower the price of Standard from 18 to 1 credits',
  );
  const model = { kind: 'model', modelId: 'seedance', expectedRevision: 3 } as const;
  const preview = { name: 'Seedance', prices: '5 s 480p 18 → 17' };
  expect(textOf(model, preview)).toBe('Publish Seedance with lower prices: 5 s 480p 18 → 17');
  expect(textOf({ ...model, restored: 1 }, preview)).toBe(
    'Restore revision 1 of Seedance with lower prices: 5 s 480p 18 → 17',
  );
  const expected = { credits: 0, expiresInDays: null };
  expect(textOf({ kind: 'signup_grant', signupGrant: { credits: 100, expiresInDays: 30 }, expected })).toBe(
    'Grant 100 credits for 30 days to each new account instead of no credits',
  );
  expect(textOf({ kind: 'account_deletion', userId: 'u', wantsRefund: true, amountPaise: 9_900 })).toBe(
    'Delete an account and refund up to ₹99.00 for unused credits',
  );
});
