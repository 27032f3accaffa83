import { Client } from 'pg';

/**
 * A mail and a callback per request, and for every fifth request the rows that operators handle: audit entries, payments' webhooks, refused
 * prompts, messages, reports, alerts and endpoints. Only the newest are still open. Without triggers and foreign keys.
 */
export async function seedOperatorLists(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    for (const statement of [MAILS, CALLBACKS, AUDIT_ENTRIES, AUDITED_USERS, ...HANDLED]) await client.query(statement);
    await client.query(
      `VACUUM ANALYZE auth.mails, auth.audited_users, audit.entries, generation.provider_events, ${HANDLED_TABLES}`,
    );
  } finally {
    await client.end();
  }
}

/** Rows of each list that operators still have to handle, as many in a history of any length. */
const OPEN = 30;

/** About one of `n` requests. */
function every(n: number): string {
  return `hashtext(id::text) % ${n} = 0`;
}

/** About one of `n` requests, with its place among them, counted from the newest. */
function newestFirst(n: number): string {
  return `(SELECT id, user_id, completed_at, row_number() OVER (ORDER BY id DESC) AS place
             FROM generation.requests WHERE ${every(n)}) AS chosen`;
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

const PAYMENT_WEBHOOKS = `
  INSERT INTO billing.webhook_events (source, event_id, type, facts, body, outcome, received_at)
  SELECT 'razorpay', 'evt-' || id, 'payment.captured', '{}', '{}',
         CASE hashtext(id::text) % 50 WHEN 0 THEN 'failed' ELSE 'granted' END, completed_at
    FROM generation.requests WHERE ${every(5)}`;

const REFUSED_PROMPTS = `
  INSERT INTO generation.safety_findings (id, user_id, verdict, category, phrases, prompt, created_at, is_open)
  SELECT id, user_id, CASE hashtext(id::text) % 3 WHEN 0 THEN 'review' ELSE 'refuse' END,
         CASE hashtext(id::text) % 7 WHEN 0 THEN 'minors' ELSE 'violence' END, '{blood}', 'A boat in blood', completed_at, place <= ${OPEN}
    FROM ${newestFirst(5)}`;

const DECISIONS_ABOUT_PROMPTS = `
  INSERT INTO generation.safety_decisions (finding_id, decision, admin_id, reason, decided_at)
  SELECT id, CASE hashtext(id::text) % 9 WHEN 0 THEN 'lifted' ELSE 'confirmed' END, id, 'Seen', created_at
    FROM generation.safety_findings WHERE NOT is_open`;

const CONTACT_MESSAGES = `
  INSERT INTO auth.contact_messages (id, name, email, subject, message, created_at, answered_at, answered_by)
  SELECT id, 'Person', 'person@example.com', 'general', 'Where is my video?', completed_at,
         CASE WHEN place > ${OPEN} THEN completed_at END, CASE WHEN place > ${OPEN} THEN 'operator@example.com' END
    FROM ${newestFirst(5)}`;

const CONTENT_REPORTS = `
  INSERT INTO auth.content_reports (id, number, kind, target, text, received_at, due_at, state, answer, decided_at, decided_by)
  SELECT id, id::text, CASE hashtext(id::text) % 4 WHEN 0 THEN 'unlawful' ELSE 'grievance' END, 'https://example.com/s/' || id, 'This is me',
         completed_at, completed_at + interval '7 days', CASE WHEN place > ${OPEN} THEN 'answered' ELSE 'open' END,
         CASE WHEN place > ${OPEN} THEN 'Seen' END, CASE WHEN place > ${OPEN} THEN completed_at + interval '1 hour' END,
         CASE WHEN place > ${OPEN} THEN 'operator@example.com' END
    FROM ${newestFirst(5)}`;

const ALERTS = `
  INSERT INTO auth.alerts (id, source, kind, subject, summary, action, severity, opened_at, closed_at)
  SELECT id, 'bench', 'kind', id::text, 'A provider fails', 'Look at it', 'warning', completed_at,
         CASE WHEN place > ${OPEN} THEN completed_at + interval '1 minute' END
    FROM ${newestFirst(5)}`;

const ENDPOINTS = `
  INSERT INTO auth.webhook_endpoints (id, user_id, url, events, secret, created_at, failing_since, last_error)
  SELECT id, user_id, 'https://example.com/', '{video.completed}', '', completed_at,
         CASE WHEN place <= ${OPEN} THEN completed_at END, CASE WHEN place <= ${OPEN} THEN 'connection refused' END
    FROM ${newestFirst(5)}`;

const BULK_ACTIONS = `
  INSERT INTO generation.operations (id, admin_id, action, idempotency_key, input, is_bulk, created_at)
  SELECT id, id, 'retry', id::text, '{}', hashtext(id::text) % 2 = 0, completed_at FROM generation.requests WHERE ${every(5)}`;

const PROMO_CODES = `
  INSERT INTO billing.promo_codes (id, code, credits, starts_at, ends_at, max_redemptions, is_for_new_customers, reason, created_by,
    created_by_email, idempotency_key, created_at)
  SELECT id, upper(substr(md5(id::text), 1, 20)), 10, completed_at,
         completed_at + CASE WHEN place > ${OPEN} THEN interval '1 second' ELSE interval '30 days' END, 10, false, 'A campaign', id,
         'operator@example.com', id::text, completed_at
    FROM ${newestFirst(5)}`;

const HANDLED = [
  ...[PAYMENT_WEBHOOKS, REFUSED_PROMPTS, DECISIONS_ABOUT_PROMPTS, CONTACT_MESSAGES, CONTENT_REPORTS, ALERTS, ENDPOINTS],
  ...[BULK_ACTIONS, PROMO_CODES],
];
const HANDLED_TABLES = `billing.webhook_events, billing.promo_codes, generation.safety_findings, generation.safety_decisions,
  generation.operations, auth.contact_messages, auth.content_reports, auth.alerts, auth.webhook_endpoints`;
