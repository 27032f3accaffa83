import { INVARIANT_QUERIES } from '../invariant-queries';
import { postgresClient } from '../postgres-client';

const QUERIES = {
  jobs: 'SELECT id, user_id, state, credits, output_key FROM generation.requests ORDER BY id',
  accounts: 'SELECT user_id, available, held FROM billing.accounts ORDER BY user_id',
  payments: 'SELECT id, state FROM billing.payments ORDER BY id',
  people: 'SELECT id, email, status FROM auth.users ORDER BY id',
};

/** What people own, and the invariants that do not hold. */
export interface StoredData {
  rows: Record<string, unknown[]>;
  violated: string[];
}

/** @param url of the superuser */
export async function readStoredData(url: string): Promise<StoredData> {
  const client = postgresClient(url);
  await client.connect();
  try {
    const rows: Record<string, unknown[]> = {};
    for (const [name, query] of Object.entries(QUERIES)) rows[name] = (await client.query(query)).rows;
    const violated: string[] = [];
    for (const [name, query] of Object.entries(INVARIANT_QUERIES))
      if ((await client.query(query)).rowCount !== 0) violated.push(name);
    return { rows, violated };
  } finally {
    await client.end();
  }
}
