import { Client } from 'pg';
import { stack } from './creator';

/** The only invariant that `addWrongAccounts` violates, once for each account. */
export const VIOLATED_INVARIANT =
  'receivable = the sum of posted entries, and users who owe credits have none available';

/** Accounts that owe credits although the ledger has no entry about them. */
export function addWrongAccounts(userIds: string[]): Promise<void> {
  return change('INSERT INTO billing.accounts (user_id, receivable) SELECT unnest($1::uuid[]), 5', userIds);
}

export function removeWrongAccounts(userIds: string[]): Promise<void> {
  return change('DELETE FROM billing.accounts WHERE user_id = ANY ($1)', userIds);
}

async function change(sql: string, userIds: string[]): Promise<void> {
  const database = new Client({ connectionString: stack().postgres });
  await database.connect();
  try {
    await database.query(sql, [userIds]);
  } finally {
    await database.end();
  }
}
