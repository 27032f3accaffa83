import { postgresConnection } from '@luit/platform/addresses/certificate-authorities';
import { SCHEMAS, roleOf } from '@luit/platform/database/prepare-database';
import { Client } from 'pg';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const MIN_MAJOR_VERSION = 16;
const TIMEOUT_MS = 5_000;
/** Connections for the pools of every process with two replicas each. */
const MIN_CONNECTIONS = 150;

/** Checks that each service's role can sign in, finds its tables, and cannot access other schemas. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const findings = await withClient(settings.ADMIN_DATABASE_URL, 'ADMIN_DATABASE_URL', checkServer);
  for (const schema of SCHEMAS) {
    const url = new URL(settings.ADMIN_DATABASE_URL);
    url.username = roleOf(schema);
    url.password = settings[`DB_PASSWORD_${schema.toUpperCase() as 'AUTH' | 'BILLING' | 'GENERATION'}`];
    findings.push(...(await withClient(url.toString(), roleOf(schema), (client) => checkSchema(client, schema))));
  }
  return findings;
}

async function withClient(
  url: string,
  role: string,
  check: (client: Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new Client({
    ...postgresConnection(url),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks later emits an error; the pending query rejects with it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await check(client);
  } catch (cause) {
    return [
      error(
        `${role}: ${errorMessage(cause)}`,
        'Check that Postgres is running and that the migration step ran with this password.',
      ),
    ];
  } finally {
    await client.end();
  }
}

async function checkServer(client: Client): Promise<Finding[]> {
  const sentAt = Date.now();
  const { rows } = await client.query<{ version: number; connections: number; now: Date }>(
    `SELECT current_setting('server_version_num')::int AS version,
            current_setting('max_connections')::int AS connections, clock_timestamp() AS now`,
  );
  const row = rows[0];
  if (!row) return [];
  const major = Math.floor(row.version / 10_000);
  return [
    major >= MIN_MAJOR_VERSION
      ? ok(`PostgreSQL ${major}`)
      : error(`PostgreSQL ${major} is too old`, `Use ${MIN_MAJOR_VERSION} or newer.`),
    row.connections >= MIN_CONNECTIONS
      ? ok(`max_connections is ${row.connections}`)
      : warning(
          `max_connections is ${row.connections}`,
          `Raise it to ${MIN_CONNECTIONS} or more, or set DATABASE_POOL lower.`,
        ),
    compareClock('Postgres', row.now.getTime(), sentAt, Date.now()),
  ];
}

async function checkSchema(client: Client, schema: string): Promise<Finding[]> {
  const { rows } = await client.query<{ tables: number; others: string[]; current: string | null }>(
    `SELECT (SELECT count(*)::int FROM pg_tables WHERE schemaname = $1) AS tables,
            current_schema() AS current, (SELECT coalesce(array_agg(nspname::text), '{}') FROM pg_namespace
              WHERE nspname = ANY($2) AND has_schema_privilege(nspname, 'USAGE')) AS others`,
    [schema, SCHEMAS.filter((other) => other !== schema)],
  );
  const { tables = 0, others = [], current } = rows[0] ?? {};
  if (others.length > 0)
    return [
      error(
        `${roleOf(schema)} can access the schema ${others.join(', ')}`,
        'Revoke the privilege: each service may use only its own schema.',
      ),
    ];
  if (tables === 0)
    return [error(`${schema} has no tables`, 'Run the migration step (infra/deploy/docker/migrate.sh).')];
  if (current !== schema)
    return [
      error(
        `${roleOf(schema)} does not have the search path ${schema}`,
        'Run the migration step, which sets it for the role, and remove other settings of the role for this database.',
      ),
    ];
  return [ok(`${roleOf(schema)} can sign in and finds ${tables} tables`)];
}
