import { startPostgres } from '@luit/local/postgres';
import { prepareDatabase, SCHEMAS } from '@luit/platform/database/prepare-database';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Pool } from 'pg';

const PASSWORD = 'bench';

export interface LedgerDatabase {
  /** Connects as billing's own role. */
  url: string;
  pool: Pool;
  close(): Promise<void>;
}

/** SQL expression for the id of account `n`. */
export const ACCOUNT = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Starts a Postgres with billing's migrated schema, in which each of `people` accounts has one large lot. */
export async function openLedger(people: number, connections: number): Promise<LedgerDatabase> {
  const server = await startPostgres();
  await prepareDatabase(server.url, Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])));
  const url = `postgres://luit_billing:${PASSWORD}@127.0.0.1:${server.port}/postgres`;
  const migrate = join(__dirname, '../../../../services/billing/dist/migrate.js');
  execFileSync(process.execPath, [migrate], {
    env: { ...process.env, ADMIN_DATABASE_URL: server.url },
    stdio: 'ignore',
  });
  // The role's timeout is too short for the accounts below, which one statement creates.
  const options = '-c search_path=billing -c statement_timeout=0';
  const pool = new Pool({ connectionString: url, max: connections, options });
  await pool.query(
    `SELECT count(grant_credits('bench:' || n, ${ACCOUNT}, 'grant', 1000000000, 'Bench', NULL, NULL, NULL, NULL, NULL))
       FROM generate_series(1, ${people}) n`,
  );
  await pool.query('VACUUM ANALYZE accounts, lots, transfers, transactions');
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await server.stop();
    },
  };
}
