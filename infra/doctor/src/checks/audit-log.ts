import { AUDIT_OWNER } from '@luit/platform/audit/audit-schema';
import { verifyChain } from '@luit/platform/audit/verify-chain';
import { roleOf, SCHEMAS } from '@luit/platform/database/prepare';
import { Client } from 'pg';
import { type Finding, fault, ok, errorMessage } from '../finding';
import type { Settings } from '../settings';

const CONNECT_TIMEOUT_MS = 5_000;
/** A million entries take about half a minute. */
const QUERY_TIMEOUT_MS = 60_000;

/** Nobody can change the audit log unseen, and nobody has: every hash is computed again. */
export async function checkAuditLog(settings: Settings): Promise<Finding[]> {
  const client = new Client({
    connectionString: settings.ADMIN_DATABASE_URL,
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
  } catch (error) {
    return [fault(`The audit log cannot be read: ${errorMessage(error)}`, 'Has the migration step run?')];
  } finally {
    await client.end();
  }
}

async function checkChain(client: Client, anchor: Settings['AUDIT_ANCHOR']): Promise<Finding> {
  const query = async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[];
  const { links, erased, head, problem } = await verifyChain(query, { anchor });
  if (problem)
    return fault(`The audit log is broken: ${problem}`, 'Keep a backup, and see docs/operations/audit-log.md.');
  const erasures = erased > 0 ? `, the personal data of ${erased} erased on record` : '';
  return ok(`${links} entries of the audit log are intact${erasures}; it ends with ${head.sequence}:${head.hash}`);
}

/** The triggers are on, everything belongs to the owner that nobody signs in as, and no service has more than it needs. */
async function checkGuards(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ says: string }>(
    `SELECT 'its table ' || relname || ' belongs to ' || relowner::regrole AS says FROM pg_class
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
     SELECT $1::text || ' may sign in' FROM pg_roles WHERE rolname = $1::text AND rolcanlogin
     UNION ALL
     SELECT rolname || ' may change it' FROM pg_roles CROSS JOIN (VALUES ('entries'), ('chain'), ('head')) t (name)
      WHERE rolname = ANY ($2::text[]) AND (rolsuper OR pg_has_role(rolname, $1::text::name, 'MEMBER')
            OR has_table_privilege(rolname, 'audit.' || t.name, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))
      GROUP BY rolname`,
    [AUDIT_OWNER, SCHEMAS.map(roleOf)],
  );
  const advice = 'Services append to it and read it, nothing more; see docs/operations/audit-log.md.';
  return rows.map(({ says }) => fault(`The audit log is not guarded: ${says}`, advice));
}
