import { newCreator } from '@luit/smoke/smoke-test';
import { Client } from 'pg';
import type { RunningStack } from '@luit/local/running-stack';

/** Creates confirmed accounts by copying one that signed up through the API. Returns their addresses. */
export async function addAccounts({ stack }: RunningStack, name: string, count: number): Promise<string[]> {
  await newCreator(stack);
  const database = new Client({ connectionString: stack.postgres });
  await database.connect();
  const { rows } = await database.query<{ email: string }>(
    `INSERT INTO auth.users (id, email, email_as_typed, password_hash, name, email_confirmed_at, consented_at)
     SELECT uuidv7(), $1 || i || '@example.com', $1 || i || '@example.com', password_hash, name, email_confirmed_at, consented_at
       FROM (SELECT * FROM auth.users WHERE email_confirmed_at IS NOT NULL LIMIT 1) one, generate_series(1, $2) i
     RETURNING email`,
    [name, count],
  );
  await database.end();
  return rows.map((row) => row.email);
}

/** Posts to an auth route. Returns the status and the milliseconds until the response was complete. */
export async function post(api: string, path: string, body: object): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const response = await fetch(`${api}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - start };
}
