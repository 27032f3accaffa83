import { ownerOf } from '../database/prepare-database';
import { postgresConnection } from '../addresses/certificate-authorities';

/**
 * How long a migration waits for a lock, milliseconds. Statements of the services queue behind it, and they fail after their own
 * lock timeout of 1.5 s, so it is shorter.
 */
const LOCK_TIMEOUT_MS = 1_000;

const SETTINGS = {
  lock_timeout: `${LOCK_TIMEOUT_MS}`,
  // Building an index or validating a constraint takes as long as the table is large.
  statement_timeout: '0',
  // A migration that froze inside a transaction holds its locks for this long.
  idle_in_transaction_session_timeout: '15000',
};

export interface OwnerConnectionSettings {
  schema: string;
  /** The schema by default. */
  searchPath?: string;
  applicationName?: string;
}

type OwnerConnection = ReturnType<typeof postgresConnection> & {
  application_name: string;
  keepAlive: boolean;
  options: string;
};

/**
 * Connects to Postgres itself, as the role that owns a service's schema, with the timeouts of migrations. Their startup options do
 * not pass through PgBouncer.
 *
 * @param adminUrl of a role that can assume the owner's, as after `prepareDatabase`
 */
export function ownerConnection(
  adminUrl: string,
  { schema, searchPath = schema, applicationName = applicationNameOf(schema) }: OwnerConnectionSettings,
): OwnerConnection {
  const settings = { ...SETTINGS, role: ownerOf(schema), search_path: searchPath.replaceAll(' ', '') };
  return {
    ...postgresConnection(adminUrl),
    application_name: applicationName,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** The name of the connections that run a service's migrations, as Postgres shows it. */
export function applicationNameOf(schema: string): string {
  return `migrate-${schema}`;
}
