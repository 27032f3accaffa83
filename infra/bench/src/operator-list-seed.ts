import { Client } from 'pg';

/** A mail, a callback and, for every fifth, an audit entry per request; without triggers and foreign keys. */
export async function seedOperatorLists(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    for (const statement of [MAILS, CALLBACKS, AUDIT_ENTRIES, AUDITED_USERS]) await client.query(statement);
    await client.query('VACUUM ANALYZE auth.mails, auth.audited_users, audit.entries, generation.provider_events');
  } finally {
    await client.end();
  }
}

/** One of a thousand has failed. */
const MAILS = `
  INSERT INTO auth.mails (id, user_id, kind, "to", details, created_at, sent_at, attempts, last_error)
  SELECT r.id, r.user_id, 'request_finished', u.email_as_typed, jsonb_build_object('requestId', r.id, 'type', r.type,
           'hasSucceeded', 'true'), r.completed_at, CASE WHEN NOT has_failed THEN r.completed_at END, 1,
         CASE WHEN has_failed THEN '550 No such mailbox' END
    FROM generation.requests r JOIN auth.users u ON u.id = r.user_id,
         LATERAL (SELECT hashtext(r.id::text) % 1000 = 7 AS has_failed) AS made`;

const CALLBACKS = `
  INSERT INTO generation.provider_events (id, provider, event_id, request_id, headers, raw_body, received_at, read_at, task_id)
  SELECT id, provider, 'evt-' || id, id, '{}', 'e30=', completed_at, completed_at, external_id FROM generation.requests`;

const AUDIT_ENTRIES = `
  INSERT INTO audit.entries (id, admin_email, action, subject, details, created_at)
  SELECT id, 'operator@example.com', CASE hashtext(id::text) % 3 WHEN 0 THEN 'job_refunded' ELSE 'job_viewed' END, id::text,
         '{}', completed_at FROM generation.requests WHERE hashtext(id::text) % 5 = 0`;

const AUDITED_USERS = `
  INSERT INTO auth.audited_users (user_id, entry_id)
  SELECT r.user_id, e.id FROM audit.entries e JOIN generation.requests r ON r.id = e.id WHERE e.action = 'job_refunded'`;
