import type { DataSource } from 'typeorm';

/** Signed effect of transfer `f` on the user's wallet. */
const WALLET_SIGN = `CASE WHEN f.credit = 'wallet' THEN f.amount WHEN f.debit = 'wallet' THEN -f.amount ELSE 0 END`;

/** Checks the conditions that follow from the invariants of single rows. Reads the whole ledger. */
const SUMS = {
  'available + held = the sum of posted entries': `
    SELECT FROM accounts a
      LEFT JOIN (SELECT f.user_id, sum(${WALLET_SIGN}) AS total FROM transfers f WHERE f.state = 'posted'
                  GROUP BY f.user_id) posted USING (user_id)
     WHERE a.available + a.held <> coalesce(posted.total, 0)`,
  'held = the sum of pending transfers that have not settled': `
    SELECT FROM accounts a
      LEFT JOIN (SELECT f.user_id, sum(f.amount) AS total FROM transfers f WHERE f.state = 'pending'
                    AND NOT EXISTS (SELECT FROM transfers done WHERE done.pending_id = f.id)
                  GROUP BY f.user_id) open USING (user_id)
     WHERE a.held <> coalesce(open.total, 0)`,
  'available = the sum of the statement': `
    SELECT FROM accounts a
      LEFT JOIN (SELECT user_id, sum(amount) AS total FROM transactions GROUP BY user_id) t USING (user_id)
     WHERE a.available <> coalesce(t.total, 0)`,
};

/** The names of the sums that are wrong for an account. */
export async function findWrongSums(database: Pick<DataSource, 'query'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, sql] of Object.entries(SUMS)) {
    const [row] = await database.query<{ exists: boolean }[]>(`SELECT EXISTS (${sql}) AS exists`);
    if (row?.exists) wrong.push(name);
  }
  return wrong;
}
