import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { prepareDatabase, roleOf, SCHEMAS } from '../database/prepare';

const PASSWORD = 'test';
/** Roles belong to the whole cluster, so test files that start together take turns. */
const LOCK = 7_105_117;

export interface TestDatabase {
  /** As the superuser, who sees every schema. */
  adminUrl: string;
  /** As the role of one service. */
  urlOf(service: (typeof SCHEMAS)[number]): string;
  drop(): Promise<void>;
}

/** A database of one's own with each service's schema and role, not migrated yet. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env.LUIT_TEST_POSTGRES_URL;
  if (!clusterUrl)
    throw new Error('LUIT_TEST_POSTGRES_URL is not set: run this through jest, whose global setup starts Postgres');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const adminUrl = withPath(clusterUrl, name);
  await asAdmin(clusterUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(`CREATE DATABASE ${name}`);
    await prepareDatabase(adminUrl, Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])));
  });
  return {
    adminUrl,
    urlOf: (service) => {
      const url = new URL(adminUrl);
      url.username = roleOf(service);
      url.password = PASSWORD;
      return url.toString();
    },
    drop: () => asAdmin(clusterUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

function withPath(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

async function asAdmin(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
