import { query } from './database';

/** The only invariant that `addWrongAccounts` violates, once for each account. */
export const VIOLATED_INVARIANT =
  'receivable = the sum of posted entries, and users who owe credits have none available';

/** Accounts that owe credits without a ledger entry about it. */
export async function addWrongAccounts(userIds: string[]): Promise<void> {
  await query('INSERT INTO billing.accounts (user_id, receivable) SELECT unnest($1::uuid[]), 5', [userIds]);
}

export async function removeWrongAccounts(userIds: string[]): Promise<void> {
  await query('DELETE FROM billing.accounts WHERE user_id = ANY ($1)', [userIds]);
}
