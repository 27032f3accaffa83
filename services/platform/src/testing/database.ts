import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { migrate } from '../database/migrate';
import type { DatabaseSettings } from '../database/data-source-options';
import { prepareDatabase, roleOf, SCHEMAS } from '../database/prepare';

type Schema = (typeof SCHEMAS)[number];

const PASSWORD = 'test';
/** Roles and templates belong to the whole cluster, so test files that start together take turns. */
const LOCK = 7_105_117;

export interface TestDatabase {
  /** As the superuser, who sees every schema. */
  adminUrl: string;
  /** As the role of one service. */
  urlOf(service: Schema): string;
  drop(): Promise<void>;
}

/** A database of one's own with each service's schema and role, not migrated yet. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom('template_prepared', () => Promise.resolve());

/** The same with the migrations of one service. */
export const createMigratedDatabase = (
  service: Schema,
  settingsFor: (url: string) => DatabaseSettings,
): Promise<TestDatabase> =>
  createFrom(`template_${service}`, async (adminUrl) => {
    await migrate(settingsFor(urlFor(service, adminUrl)));
  });

/** A template is made once in a run, by whoever needs it first; each database is a copy of one, in a tenth of the time. */
async function createFrom(template: string, fill: (adminUrl: string) => Promise<void>): Promise<TestDatabase> {
  const clusterUrl = process.env.LUIT_TEST_POSTGRES_URL;
  if (!clusterUrl)
    throw new Error('LUIT_TEST_POSTGRES_URL is not set: run this through jest, whose global setup starts Postgres');
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
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  const adminUrl = withPath(clusterUrl, name);
  return {
    adminUrl,
    urlOf: (service) => urlFor(service, adminUrl),
    drop: () => asAdmin(clusterUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
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
