import { access } from 'node:fs/promises';
import { Client } from 'pg';
import { startPostgres } from './postgres';

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('a temporary Postgres', () => {
  it('is PostgreSQL 18 with UTF-8 and removes its data when it stops', async () => {
    const postgres = await startPostgres();
    expect(await query(postgres.url, 'SHOW server_version')).toMatch(/^18\./);
    expect(await query(postgres.url, 'SHOW server_encoding')).toBe('UTF8');
    const dataDir = String(await query(postgres.url, 'SHOW data_directory'));
    await postgres.stop();
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
    await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('two instances run side by side', async () => {
    const [one, two] = await Promise.all([startPostgres(), startPostgres()]);
    expect(one.port).not.toBe(two.port);
    await Promise.all([one.stop(), two.stop()]);
  });

  it("Jest's global setup starts one for all specs", async () => {
    expect(await query(process.env.LUIT_TEST_POSTGRES_URL ?? '', 'SHOW max_connections')).toBe('1000');
  });
});
