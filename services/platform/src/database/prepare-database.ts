import { Client, type ClientBase } from 'pg';
import { createAuditLog } from '../audit/audit-schema';
import { postgresConnection } from '../addresses/certificate-authorities';

/** Services that own a schema. The role of each can access only its own schema. */
export const SCHEMAS = ['auth', 'billing', 'generation'] as const;

const EXTENSIONS = 'extensions';

const STATEMENT_TIMEOUT = '15s';
/** Limits how long a process that froze inside a transaction holds its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT = '15s';
/**
 * A statement that waits longer for a lock fails with `unavailable`. It is less than half of the shortest deadline of a call, so
 * that callers learn of it, and its connection serves others.
 */
const LOCK_TIMEOUT = '1500ms';

export function roleOf(schema: string): string {
  return `luit_${schema}`;
}

/** The role that owns a service's schema. It cannot sign in; migrations assume it. */
export function ownerOf(schema: string): string {
  return `luit_${schema}_owner`;
}

/** Session settings of a service's role. Postgres applies them to every connection, including the ones that PgBouncer opens. */
function roleSettings(schema: (typeof SCHEMAS)[number]): Record<string, string> {
  return {
    search_path: schema,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    // Statements of services read few rows. If the planner expects more, starting parallel workers or compiling costs more than the statement.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  };
}

/**
 * Creates each service's schema with its owner and the role of the service, the extensions and the audit log. It is idempotent: it
 * sets the password and the settings of a role that exists.
 *
 * @param adminUrl of a role that can create roles and owns the database
 * @param passwords by schema
 */
export async function prepareDatabase(adminUrl: string, passwords: Record<string, string>): Promise<void> {
  const client = new Client(postgresConnection(adminUrl));
  await client.connect();
  try {
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await createExtensions(client);
    await createStandbyPositions(client);
    for (const schema of SCHEMAS) {
      const role = roleOf(schema);
      const password = client.escapeLiteral(passwords[schema] ?? '');
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      await client.query(`${found.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${password}`);
      for (const [name, value] of Object.entries(roleSettings(schema)))
        await client.query(`ALTER ROLE ${role} SET ${name} = '${value}'`);
      await createSchema(client, schema);
    }
    await createAuditLog(client);
  } finally {
    await client.end();
  }
}

/** The service can read and change rows of every table that the owner creates, and nothing else. */
async function createSchema(client: ClientBase, schema: string): Promise<void> {
  const [owner, service] = [ownerOf(schema), roleOf(schema)];
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [owner]);
  if (!found.rowCount) await client.query(`CREATE ROLE ${owner} NOLOGIN`);
  const { rows } = await client.query<{ may: boolean }>(`SELECT pg_has_role(current_user, $1, 'SET') AS may`, [owner]);
  if (!rows[0]?.may) await client.query(`GRANT ${owner} TO CURRENT_USER`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${owner}`);
  await takeFromService(client, schema);
  await client.query(`
    GRANT USAGE ON SCHEMA ${schema} TO ${service};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${service};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${service}`);
}

/** In earlier installations and their backups, the role of the service owns the schema. */
async function takeFromService(client: ClientBase, schema: string): Promise<void> {
  const [owner, service] = [ownerOf(schema), roleOf(schema)];
  const { rowCount } = await client.query(`SELECT FROM pg_namespace WHERE nspname = $1 AND nspowner = to_regrole($2)`, [
    schema,
    service,
  ]);
  if (!rowCount) return;
  await client.query(`
    REASSIGN OWNED BY ${service} TO ${owner};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${service};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${service}`);
}

/** Trigram indexes speed up substring search. Only the owner of the database can create the extension. */
export async function createExtensions(client: ClientBase): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${EXTENSIONS}`);
  await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA ${EXTENSIONS}`);
  await client.query(`GRANT USAGE ON SCHEMA ${EXTENSIONS} TO PUBLIC`);
}

/**
 * Lets services measure how far standbys are behind, which Postgres shows to administrators only. Shows nothing if this role is not a
 * member of `pg_monitor` either.
 */
async function createStandbyPositions(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION ${EXTENSIONS}.standby_positions() RETURNS TABLE (standby text, replayed pg_lsn)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
      SELECT application_name, min(replay_lsn) FROM pg_stat_replication WHERE replay_lsn IS NOT NULL GROUP BY application_name
    $$`);
}
