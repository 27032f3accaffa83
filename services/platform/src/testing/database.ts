import { Client, type DatabaseError } from 'pg';
import { uuidv7 } from 'uuidv7';
import { migrate } from '../migrations/migrate';
import type { DatabaseSettings } from '../database/data-source-options';
import { prepareDatabase, roleOf, SCHEMAS } from '../database/prepare-database';

type Schema = (typeof SCHEMAS)[number];

const PASSWORD = 'test';
const OBJECT_IN_USE = '55006';
/** Advisory lock key. Roles and templates are shared by the cluster, so parallel test files create them one at a time. */
const LOCK = 7_105_117;
/**
 * Five times the connections that the largest spec file needs. A spec file that leaks connections fails itself instead of the ones beside
 * it.
 */
const CONNECTION_LIMIT = 150;

export interface TestDatabase {
  /** URL of the superuser, which can access every schema. */
  adminUrl: string;
  /** URL of a service's role. */
  urlOf(service: Schema): string;
  drop(): Promise<void>;
}

/** Creates a database with each service's schema and role, without migrations. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom('template_prepared', () => Promise.resolve());

/** Creates a database with each service's schema and role and the migrations of one service. */
export const createMigratedDatabase = (
  service: Schema,
  settingsFor: (url: string) => DatabaseSettings,
): Promise<TestDatabase> =>
  createFrom(`template_${service}`, async (adminUrl) => {
    await migrate(settingsFor(urlFor(service, adminUrl)), adminUrl);
  });

/** Copies a template database, which takes a tenth of the time of creating one. The first caller of a run creates it. */
async function createFrom(template: string, fill: (adminUrl: string) => Promise<void>): Promise<TestDatabase> {
  const clusterUrl = process.env.LUIT_TEST_POSTGRES_URL;
  if (!clusterUrl)
    throw new Error('LUIT_TEST_POSTGRES_URL is not set: run the tests with jest, whose global setup starts Postgres');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  await asAdmin(clusterUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (!rowCount) {
      const unfinished = `unfinished_${name}`;
      await client.query(`CREATE DATABASE ${unfinished}`);
      const templateUrl = withPath(clusterUrl, unfinished);
      await prepareDatabase(templateUrl, Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])));
      await fill(templateUrl);
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    }
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy CONNECTION LIMIT ${CONNECTION_LIMIT}`,
    );
  });
  const adminUrl = withPath(clusterUrl, name);
  return {
    adminUrl,
    urlOf: (service) => urlFor(service, adminUrl),
    drop: () => asAdmin(clusterUrl, (client) => dropUnused(client, name)),
  };
}

/**
 * Gives connections that are being closed time to end, because ending one by force is an error in its pool. Postgres waits 5 seconds for
 * them before it refuses.
 */
async function dropUnused(client: Client, name: string): Promise<void> {
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if ((error as DatabaseError).code !== OBJECT_IN_USE) throw error;
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

function urlFor(service: Schema, adminUrl: string): string {
  const url = new URL(adminUrl);
  url.username = roleOf(service);
  url.password = PASSWORD;
  return url.toString();
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
