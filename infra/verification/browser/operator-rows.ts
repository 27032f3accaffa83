import { COUNTS, ENDS, MARGINS, STEPS, USER_DAYS } from '@luit/bench/request-seed';
import { Client } from 'pg';
import { LISTS, LISTS_BY_HAND, ROWS } from './operator-row-statements';
import { DOMAIN, NAMES, PROMPTS, REASON } from './long-texts';

/** Lists that people fill by hand, such as operators and prices, get no more rows than this. */
const BY_HAND = 40;

/**
 * Writes one row into every list that operators read, `count` times, without triggers and foreign keys.
 * Row 1 has the longest texts and the largest amounts, and so has every fourth row.
 *
 * @returns the id of row 1, which is the same in every table
 */
export async function seedOperatorRows(url: string, count: number): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    await client.query(ROWS, [count, NAMES, PROMPTS, DOMAIN, REASON]);
    for (const statement of LISTS) await client.query(statement);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM seeded WHERE n = 1');
    await client.query(`DELETE FROM seeded WHERE n > ${BY_HAND}`);
    for (const statement of LISTS_BY_HAND) await client.query(statement);
    await client.query(COUNTS);
    await client.query(MARGINS);
    for (const [seconds, keptFor] of STEPS) await client.query(ENDS, [seconds, keptFor]);
    await client.query(USER_DAYS);
    await client.query('ANALYZE');
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}
