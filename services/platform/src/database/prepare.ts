import { Client } from 'pg';
import { z } from 'zod';
import { createAuditLog } from '../audit/audit-schema';
import { postgresConnection } from '../security/certificate-authorities';
import { parseEnvironment } from '../config';
import { strongPassword, strongUrlPassword } from '../security/production-rules';

/** Services that own a schema, each with a role that reads nothing of the others. */
export const SCHEMAS = ['auth', 'billing', 'generation'] as const;

const EXTENSIONS = 'extensions';

export function roleOf(schema: string): string {
  return `luit_${schema}`;
}

/** Makes each schema and its role, or sets the role's password where it stands already. */
export async function prepareDatabase(adminUrl: string, passwords: Record<string, string>): Promise<void> {
  const client = new Client(postgresConnection(adminUrl));
  await client.connect();
  try {
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    // Parts of words are found by it. Only who owns the database may bring it in.
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${EXTENSIONS}`);
    await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA ${EXTENSIONS}`);
    await client.query(`GRANT USAGE ON SCHEMA ${EXTENSIONS} TO PUBLIC`);
    for (const schema of SCHEMAS) {
      const role = roleOf(schema);
      const password = client.escapeLiteral(passwords[schema] ?? '');
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      await client.query(`${found.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${password}`);
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
    }
    await createAuditLog(client);
  } finally {
    await client.end();
  }
}

const ROLE_PASSWORDS = ['DB_PASSWORD_AUTH', 'DB_PASSWORD_BILLING', 'DB_PASSWORD_GENERATION'] as const;
const environment = {
  ADMIN_DATABASE_URL: z.url(),
  DB_PASSWORD_AUTH: z.string().min(1),
  DB_PASSWORD_BILLING: z.string().min(1),
  DB_PASSWORD_GENERATION: z.string().min(1),
};

/** @throws ConfigurationError; outside local mode also for a short, default or shared password, the owner's included */
export function databaseSecrets(env: NodeJS.ProcessEnv) {
  const values = parseEnvironment(environment, env, [...ROLE_PASSWORDS], {
    production: [strongUrlPassword('ADMIN_DATABASE_URL'), ...ROLE_PASSWORDS.map(strongPassword)],
  });
  return {
    adminUrl: values.ADMIN_DATABASE_URL,
    passwords: {
      auth: values.DB_PASSWORD_AUTH,
      billing: values.DB_PASSWORD_BILLING,
      generation: values.DB_PASSWORD_GENERATION,
    },
  };
}

async function main(): Promise<void> {
  const { adminUrl, passwords } = databaseSecrets(process.env);
  await prepareDatabase(adminUrl, passwords);
}

if (require.main === module) void main();
