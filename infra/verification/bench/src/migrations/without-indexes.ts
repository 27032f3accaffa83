import { Client } from 'pg';

const MEMORY = '1GB';

/**
 * Drops the indexes of tables while `work` fills them, and creates them again, which takes a fraction of the time. Indexes of constraints
 * stay.
 *
 * @param url of the superuser
 * @param tables with their schemas
 */
export async function withoutIndexes(url: string, tables: string[], work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
        WHERE indrelid = ANY ($1::text[]::regclass[])
          AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1`,
      [tables],
    );
    await client.query(`SET maintenance_work_mem = '${MEMORY}'`);
    await client.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
    await work();
    for (const { definition } of indexes) await client.query(definition);
  } finally {
    await client.end();
  }
}
