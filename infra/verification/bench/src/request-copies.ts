import type { Client } from 'pg';

/** Columns that are unique to each request. */
const UNIQUE = ['id', 'client_ref', 'idempotency_key'];

/** Names of the columns that copies of a request share with it: all except unique ones and `own`. */
export async function sharedColumns(database: Client, own: string[]): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'generation' AND table_name = 'requests' AND column_name <> ALL ($1)`,
    [[...UNIQUE, ...own]],
  );
  return rows.map(({ name }) => name).join(', ');
}
