import { Client } from 'pg';
import { stack } from './creator';

/** Runs a statement in the database of the stack, with the rights of its superuser. */
export async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const database = new Client({ connectionString: stack().postgres });
  await database.connect();
  try {
    return (await database.query(sql, values)).rows as Row[];
  } finally {
    await database.end();
  }
}
