import type { Client } from 'pg';

/** No two requests share these. */
const UNIQUE = ['id', 'client_ref', 'idempotency_key'];

/** Names of the columns that copies of one request have as it has them: all but those of their `own`. */
export async function sharedColumns(database: Client, own: string[]): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'generation' AND table_name = 'requests' AND column_name <> ALL ($1)`,
    [[...UNIQUE, ...own]],
  );
  return rows.map(({ name }) => name).join(', ');
}
