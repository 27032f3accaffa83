import { AUDIT_OWNER } from '@luit/platform/audit/audit-schema';
import { verifyChain } from '@luit/platform/audit/verify-chain';
import { roleOf, SCHEMAS } from '@luit/platform/database/prepare-database';
import { postgresConnection } from '@luit/platform/addresses/certificate-authorities';
import { Client } from 'pg';
import { type Finding, error, ok, errorMessage } from '../finding';
import type { Settings } from '../settings';

const CONNECT_TIMEOUT_MS = 5_000;
/** Verifying a million entries takes about half a minute. */
const QUERY_TIMEOUT_MS = 60_000;

/** Checks the audit log's protections and recomputes every hash. */
export async function checkAuditLog(settings: Settings): Promise<Finding[]> {
  const client = new Client({
    ...postgresConnection(settings.ADMIN_DATABASE_URL),
    application_name: 'doctor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // A connection that breaks later emits an error; the pending query rejects with it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return [...(await checkGuards(client)), await checkChain(client, settings.AUDIT_ANCHOR)];
  } catch (cause) {
    return [error(`The audit log cannot be read: ${errorMessage(cause)}`, 'Check that the migration step has run.')];
  } finally {
    await client.end();
  }
}

async function checkChain(client: Client, anchor: Settings['AUDIT_ANCHOR']): Promise<Finding> {
  const query = async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[];
  const { links, erased, head, problem } = await verifyChain(query, { anchor });
  if (problem)
    return error(`The audit log is broken: ${problem}`, 'Make a backup, then see docs/operations/security.md.');
  const erasures = erased > 0 ? `, including ${erased} with recorded erasure of personal data` : '';
  return ok(`All ${links} audit log entries are intact${erasures}. The newest link is ${head.sequence}:${head.hash}`);
}

/** Checks that the triggers are enabled, the non-login owner owns everything, and no service can change entries. */
async function checkGuards(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ problem: string }>(
    `SELECT 'its table ' || relname || ' belongs to ' || relowner::regrole AS problem FROM pg_class
      WHERE relnamespace = 'audit'::regnamespace AND relkind = 'r' AND relowner <> $1::text::regrole
     UNION ALL
     SELECT 'its function ' || proname || ' belongs to ' || proowner::regrole FROM pg_proc
      WHERE pronamespace = 'audit'::regnamespace AND proowner <> $1::text::regrole
     UNION ALL
     SELECT 'its trigger ' || wanted.name || ' is missing or disabled'
       FROM (VALUES ('stamp_entry'), ('link_entry'), ('entries_stay'), ('entries_only_grow'), ('chain_only_grows')) wanted (name)
      WHERE NOT EXISTS (SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                         WHERE c.relnamespace = 'audit'::regnamespace AND t.tgname = wanted.name AND t.tgenabled <> 'D')
     UNION ALL
     SELECT $1::text || ' can sign in' FROM pg_roles WHERE rolname = $1::text AND rolcanlogin
     UNION ALL
     SELECT rolname || ' can change it' FROM pg_roles CROSS JOIN (VALUES ('entries'), ('chain'), ('head')) t (name)
      WHERE rolname = ANY ($2::text[]) AND (rolsuper OR pg_has_role(rolname, $1::text::name, 'MEMBER')
            OR has_table_privilege(rolname, 'audit.' || t.name, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))
      GROUP BY rolname`,
    [AUDIT_OWNER, SCHEMAS.map(roleOf)],
  );
  const advice = 'Services may only append to it and read it. See docs/operations/security.md.';
  return rows.map(({ problem }) => error(`The audit log is not protected: ${problem}`, advice));
}
