import { postgresConnection } from '@luit/platform/security/certificate-authorities';
import { SCHEMAS, roleOf } from '@luit/platform/database/prepare';
import { Client } from 'pg';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const OLDEST_MAJOR = 16;
const TIMEOUT_MS = 5_000;
/** Pools of every process, with room for a second replica of each. */
const CONNECTIONS = 150;

/** Each service's role gets in, its tables are there, and it sees nothing of the others. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const findings = await ask(settings.ADMIN_DATABASE_URL, 'ADMIN_DATABASE_URL', askServer);
  for (const schema of SCHEMAS) {
    const url = new URL(settings.ADMIN_DATABASE_URL);
    url.username = roleOf(schema);
    url.password = settings[`DB_PASSWORD_${schema.toUpperCase() as 'AUTH' | 'BILLING' | 'GENERATION'}`];
    findings.push(...(await ask(url.toString(), roleOf(schema), (client) => askSchema(client, schema))));
  }
  return findings;
}

async function ask(url: string, who: string, look: (client: Client) => Promise<Finding[]>): Promise<Finding[]> {
  const client = new Client({
    ...postgresConnection(url),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks later tells so by an event; the query that waits on it tells us.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await look(client);
  } catch (error) {
    return [
      fault(`${who}: ${errorMessage(error)}`, 'Is Postgres up, and has the migration step run with this password?'),
    ];
  } finally {
    await client.end();
  }
}

async function askServer(client: Client): Promise<Finding[]> {
  const askedAt = Date.now();
  const { rows } = await client.query<{ version: number; connections: number; now: Date }>(
    `SELECT current_setting('server_version_num')::int AS version,
            current_setting('max_connections')::int AS connections, clock_timestamp() AS now`,
  );
  const row = rows[0];
  if (!row) return [];
  const major = Math.floor(row.version / 10_000);
  return [
    major >= OLDEST_MAJOR
      ? ok(`PostgreSQL ${major}`)
      : fault(`PostgreSQL ${major} is too old`, `Use ${OLDEST_MAJOR} or newer.`),
    row.connections >= CONNECTIONS
      ? ok(`max_connections is ${row.connections}`)
      : warning(
          `max_connections is ${row.connections}`,
          `Raise it to ${CONNECTIONS} or more, or set DATABASE_POOL lower.`,
        ),
    compareClock('Postgres', row.now.getTime(), askedAt, Date.now()),
  ];
}

async function askSchema(client: Client, schema: string): Promise<Finding[]> {
  const { rows } = await client.query<{ tables: number; others: string[] }>(
    `SELECT (SELECT count(*)::int FROM pg_tables WHERE schemaname = $1) AS tables,
            (SELECT coalesce(array_agg(nspname::text), '{}') FROM pg_namespace
              WHERE nspname = ANY($2) AND has_schema_privilege(nspname, 'USAGE')) AS others`,
    [schema, SCHEMAS.filter((other) => other !== schema)],
  );
  const { tables = 0, others = [] } = rows[0] ?? {};
  if (others.length > 0)
    return [
      fault(`${roleOf(schema)} reaches into ${others.join(', ')}`, 'REVOKE it: each service has a schema of its own.'),
    ];
  if (tables === 0) return [fault(`${schema} has no tables`, 'Run the migration step (infra/docker/migrate.sh).')];
  return [ok(`${roleOf(schema)} gets in, ${tables} tables`)];
}
