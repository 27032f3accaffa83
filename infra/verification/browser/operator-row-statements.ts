/**
 * The numbered rows that the statements below distribute over the tables. `is_long` marks rows with texts and amounts at their limits.
 * Parameters: the number of rows, names, prompts, a domain, an operator's reason.
 */
export const ROWS = `
  CREATE TEMPORARY TABLE seeded AS
  SELECT n, is_long, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid AS id,
         ($2::text[])[1 + (n - 1) % 4] AS name, ($3::text[])[1 + (n - 1) % 4] AS prompt,
         CASE WHEN is_long THEN rpad('a.customer.with.a.very.long.address.of.a.video.society.' || n, 64, 'x') || '@' || $4::text
              ELSE 'person.' || n || '@example.com' END AS email,
         CASE WHEN is_long THEN $5::text ELSE 'Goodwill' END AS reason,
         CASE WHEN is_long THEN 'connect ETIMEDOUT https://api.provider.example/v1/predictions/' || repeat('0123456789abcdef', 12)
              ELSE 'Timed out' END AS error,
         CASE WHEN is_long THEN 9999999 ELSE 100 END AS credits,
         CASE WHEN is_long THEN 2000000000 ELSE 9900 END AS paise,
         '00000000-0000-7000-8000-0000000000aa'::uuid AS operator_id
    FROM generate_series(1, $1::int) n,
         LATERAL (SELECT n % 4 = 1 AS is_long, now() - n * interval '4 minutes' AS at) AS made`;

const USERS = `
  INSERT INTO auth.users (id, email, email_as_typed, password_hash, name, status, email_confirmed_at, consented_at,
    billing_profile, last_sign_in_at, created_at)
  SELECT id, email, email, '-', name, CASE n % 50 WHEN 7 THEN 'blocked' ELSE 'active' END, CASE WHEN n % 9 > 0 THEN at END, at,
         jsonb_build_object('name', name), CASE WHEN n % 5 > 0 THEN at END, at FROM seeded`;

const SESSIONS = `
  INSERT INTO auth.sessions (id, user_id, ip, user_agent, created_at, last_used_at)
  SELECT id, id, '2001:0db8:85a3:0000:0000:8a2e:0370:7334', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0', at, at
    FROM seeded`;

const NOTES = `
  INSERT INTO auth.user_notes (id, user_id, admin_id, text, created_at)
  SELECT id, id, (SELECT id FROM auth.admins ORDER BY created_at LIMIT 1), prompt, at FROM seeded`;

/** Only the first ones are open: the worker would try to send all others. */
const MAILS = `
  INSERT INTO auth.mails (id, user_id, kind, "to", details, created_at, sent_at, attempts, last_attempt_at, last_error)
  SELECT id, id, CASE n % 3 WHEN 1 THEN 'refund' WHEN 2 THEN 'request_finished' ELSE 'password_changed' END, email,
         jsonb_build_object('requestId', id, 'type', 'video', 'hasSucceeded', 'true', 'amountPaise', paise::text, 'credits', credits::text,
           'reason', 'operator', 'orderId', id),
         at, CASE WHEN NOT is_failing THEN at END, 7, at, CASE WHEN is_failing THEN error END
    FROM seeded, LATERAL (SELECT n IN (1, 2, 5) AS is_failing) AS made`;

const MESSAGES = `
  INSERT INTO auth.contact_messages (id, name, email, subject, message, created_at, answered_at, answered_by)
  SELECT id, CASE WHEN is_long THEN '[URGENT] ' ELSE '' END || name, email, 'billing', prompt, at, answered_at,
         CASE WHEN answered_at IS NOT NULL THEN 'operator@example.com' END
    FROM seeded, LATERAL (SELECT CASE WHEN n > 8 THEN at END AS answered_at) AS made`;

/** The first ones are open. No service reports their source, so nobody closes them. */
const ALERTS = `
  INSERT INTO auth.alerts (source, kind, subject, summary, action, severity, opened_at, closed_at, acknowledged_at,
    acknowledged_by, acknowledgment_note, muted_until, muted_by, mute_reason)
  SELECT 'seed', (ARRAY['provider_down', 'queue_not_draining', 'jobs_failing', 'payment_disputed'])[1 + n % 4], n::text,
         CASE WHEN is_long THEN 'The circuit breaker of provider ' || error || ' is open: ' || left(prompt, 200)
              ELSE 'The circuit breaker of provider fal is open' END,
         'Check the status page of the provider. ' || reason, CASE n % 2 WHEN 1 THEN 'critical' ELSE 'warning' END, at,
         CASE WHEN n > 12 THEN at + interval '3 minutes' END, marked_at, CASE WHEN marked_at IS NOT NULL THEN email END, reason,
         muted_until, CASE WHEN muted_until IS NOT NULL THEN email END, CASE WHEN muted_until IS NOT NULL THEN reason END
    FROM seeded, LATERAL (SELECT CASE n % 4 WHEN 1 THEN at END AS marked_at,
                                 CASE n WHEN 5 THEN now() + interval '1 day' END AS muted_until) AS made`;

const DEAD_LETTERS = `
  INSERT INTO auth.dead_letters (source, kind, name, entry_id, payload, reason, error, attempts, first_seen_at, set_aside_at)
  SELECT 'queue', 'event', 'generation.requestSettled', id, jsonb_build_object('requestId', id, 'prompt', prompt, 'credits', credits), 'failed',
         error, 12, at, at FROM seeded`;

const AUDIT_ENTRIES = `
  INSERT INTO audit.entries (id, admin_email, action, subject, details, created_at)
  SELECT id, email, (ARRAY['credits_adjusted', 'job_viewed', 'jobs_refunded', 'user_blocked'])[1 + (n - 1) % 4], id::text,
         jsonb_build_object('before', credits::text, 'after', '0', 'reason', reason), at FROM seeded`;

const AUDITED_USERS = 'INSERT INTO auth.audited_users (user_id, entry_id) SELECT id, id FROM seeded';

const INCIDENT_MAILINGS = `
  INSERT INTO auth.incident_mailings (id, admin_id, selection, returned_credits, unreachable_jobs, subject, text, reason, created_at, queued_at)
  SELECT id, (SELECT id FROM auth.admins ORDER BY created_at LIMIT 1), 'Failed jobs of replicate and fal, created from 23 Nov 2026, 05:30 until 24 Nov 2026, 06:30 IST',
         credits, credits, left(prompt, 120), prompt, reason, at, at FROM seeded`;

/** The 5,000 recipients of the first mailing. */
const INCIDENT_RECIPIENTS = `
  INSERT INTO auth.incident_recipients (id, mailing_id, user_id, request_ids, credits, sent_at)
  SELECT id, (SELECT id FROM seeded WHERE n = 1), id, ARRAY[id], CASE WHEN is_long THEN 100000 ELSE 18 END, at
    FROM seeded WHERE n <= 5000`;

const API_KEYS = `
  INSERT INTO auth.api_keys (id, user_id, name, mode, scopes, api_version, expires_at, last_used_at, created_at)
  SELECT id, id, CASE WHEN is_long THEN left(prompt, 100) ELSE 'Shop' END, 'live', '{videos:write,videos:read,billing:read}', '2026-11-28',
         CASE WHEN n % 3 = 0 THEN at END, at, at FROM seeded WHERE n <= 1000`;

const API_KEY_SECRETS = `
  INSERT INTO auth.api_key_secrets (key_hash, api_key_id, last4, created_at)
  SELECT sha256(id::text::bytea), id, 'x1Y2', at FROM seeded WHERE n <= 1000`;

const WEBHOOK_ENDPOINTS = `
  INSERT INTO auth.webhook_endpoints (id, user_id, url, events, secret, created_at, off_at, off_reason, failing_since, last_error)
  SELECT id, id, CASE WHEN is_long THEN 'https://webhooks.of.a.shop.with.a.very.long.name.' || n || '.example.com/hooks'
                      ELSE 'https://shop.example/hooks' END,
         '{video.completed,video.failed,video.canceled}', '\\x00', at, off_at, CASE WHEN off_at IS NOT NULL THEN 'failing' END, at, error
    FROM seeded, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN at END AS off_at) AS made WHERE n <= 1000`;

const WEBHOOK_DELIVERIES = `
  INSERT INTO auth.webhook_deliveries (id, endpoint_id, type, subject, body, created_at, attempts, due_at, attempted_at, status,
    duration_ms, error, response, failed_at)
  SELECT id, id, 'video.completed', id, '{}', at, 8, NULL, at, 503, 10000, error, 'down', at FROM seeded WHERE n <= 1000`;

const AUTH = [
  ...[USERS, SESSIONS, NOTES, MAILS, MESSAGES, ALERTS, DEAD_LETTERS, AUDIT_ENTRIES, AUDITED_USERS],
  ...[INCIDENT_MAILINGS, INCIDENT_RECIPIENTS, API_KEYS, API_KEY_SECRETS, WEBHOOK_ENDPOINTS, WEBHOOK_DELIVERIES],
];

const ACCOUNTS = `
  INSERT INTO billing.accounts (user_id, available, held, receivable, created_at)
  SELECT id, credits, CASE WHEN is_long THEN credits ELSE 0 END, CASE n % 40 WHEN 1 THEN credits ELSE 0 END, at FROM seeded`;

const LOTS = `
  INSERT INTO billing.lots (id, user_id, kind, credits, remaining, payment_id, transfer_id, created_at)
  SELECT id, id, 'purchase', credits, credits, 'pay_' || n, id, at FROM seeded`;

const TRANSACTIONS = `
  INSERT INTO billing.transactions (id, user_id, type, amount, description, reference_id, amount_paise, balance_after, held_after, created_at)
  SELECT id, id, type, CASE type WHEN 'usage' THEN -credits WHEN 'refund' THEN -credits WHEN 'adjustment' THEN (CASE n % 2 WHEN 0 THEN 1 ELSE -1 END) * credits
           ELSE credits END,
         CASE WHEN is_long THEN left(prompt, 200) ELSE 'Starter Pack' END, CASE type WHEN 'purchase' THEN 'pay_' || n ELSE id::text END,
         CASE type WHEN 'purchase' THEN paise WHEN 'refund' THEN -paise END, credits, 0, at
    FROM seeded, LATERAL (SELECT (ARRAY['purchase', 'usage', 'grant', 'purchase', 'usage', 'refund', 'adjustment'])[1 + (n - 1) % 7] AS type) AS made`;

const ORDERS = `
  INSERT INTO billing.orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id, created_at, updated_at)
  SELECT id, id, 'paid', 'starter', CASE WHEN is_long THEN left(prompt, 60) ELSE 'Starter Pack' END, credits, paise, 'INR', 'receipt-' || n,
         'order_' || n, at, at FROM seeded`;

/** Due in the far future: no poller issues their documents. */
const PAYMENTS = `
  INSERT INTO billing.payments (id, order_id, amount_paise, currency, state, source, transaction_id, invoice_due_at, created_at, updated_at)
  SELECT 'pay_' || n, id, paise, 'INR', 'granted', 'webhook', id, now() + interval '10 years', at, at FROM seeded`;

const REFUNDS = `
  INSERT INTO billing.refunds (id, payment_id, user_id, reason, state, amount_paise, credits, transfer_id, idempotency_key, input_hash, body,
    razorpay_refund_id, next_attempt_at, last_error, credit_note_due_at, created_at, settled_at)
  SELECT id, 'pay_' || n, id, 'operator', CASE n % 3 WHEN 0 THEN 'failed' ELSE 'processed' END, paise / 4, credits / 4, id, 'seed-' || n, '\\x00', '{}',
         'rfnd_' || n, NULL, error, now() + interval '10 years', at, at FROM seeded WHERE n % 3 < 2`;

/** The first ones are open. */
const DISPUTES = `
  INSERT INTO billing.disputes (id, clawback_id, payment_id, user_id, state, amount_paise, credits, phase, reason, respond_by, created_at, settled_at)
  SELECT 'disp_' || n, id, 'pay_' || n, id, CASE WHEN n < 4 THEN 'open' WHEN n % 2 = 0 THEN 'won' ELSE 'lost' END, paise / 4, credits / 4, 'chargeback',
         CASE WHEN is_long THEN 'services_not_provided_or_merchandise_not_received_by_the_cardholder' ELSE 'fraud' END, at + interval '7 days', at,
         CASE WHEN n >= 4 THEN at END FROM seeded`;

const WEBHOOK_EVENTS = `
  INSERT INTO billing.webhook_events (id, source, event_id, type, facts, body, payment_id, razorpay_order_id, outcome, reason, received_at, replayed_at)
  SELECT id, 'razorpay', CASE WHEN is_long THEN repeat('evt_0123456789', 9) ELSE 'evt_' END || n, 'payment.captured', '{}',
         jsonb_build_object('event', 'payment.captured', 'payload', jsonb_build_object('id', 'pay_' || n, 'description', prompt, 'amount', paise)),
         'pay_' || n, 'order_' || n, CASE n % 7 WHEN 0 THEN 'refused' WHEN 3 THEN 'unchanged' ELSE 'granted' END,
         CASE n % 7 WHEN 0 THEN 'The signature does not match. ' || error END, at, CASE WHEN is_long THEN at END FROM seeded`;

const PROMO_CODES = `
  INSERT INTO billing.promo_codes (id, code, credits, starts_at, ends_at, lifetime_days, max_redemptions, redemptions, is_for_new_customers, reason,
    created_by, created_by_email, idempotency_key, created_at, disabled_at, disabled_reason)
  SELECT id, CASE WHEN is_long THEN rpad('BIHU' || n || 'X', 24, '0') ELSE 'BIHU' || n END, CASE WHEN is_long THEN 100000 ELSE 50 END, at,
         now() + interval '30 days', 30, 1000000, CASE WHEN is_long THEN 999999 ELSE 0 END, n % 2 = 1, reason, operator_id, email, 'seed-' || n, at,
         CASE n % 9 WHEN 0 THEN at END, CASE n % 9 WHEN 0 THEN reason END FROM seeded`;

/** All of them redeemed the first code. */
const REDEMPTIONS = `
  INSERT INTO billing.promo_code_redemptions (promo_code_id, user_id, transfer_id, idempotency_key)
  SELECT (SELECT id FROM seeded WHERE n = 1), id, id, 'seed-' || n FROM seeded`;

/** The first ones are pending. */
const APPROVALS = `
  INSERT INTO billing.approvals (id, requested_by, requested_by_email, idempotency_key, action, preview, reason, state, requested_at, expires_at,
    decided_by, decided_by_email, decided_at, decision_reason, failure)
  SELECT id, operator_id, email, 'seed-' || n, jsonb_build_object('kind', 'credits', 'userId', id, 'credits', credits, 'expectedCredits', 0),
         jsonb_build_object('before', 0, 'after', credits, 'change', credits, 'withoutApproval', CASE WHEN is_long THEN credits ELSE 0 END), reason, state, at,
         CASE state WHEN 'pending' THEN now() + interval '1 day' ELSE at + interval '1 day' END,
         CASE WHEN state <> 'pending' THEN id END, CASE WHEN state <> 'pending' THEN email END, CASE WHEN state <> 'pending' THEN at END,
         CASE state WHEN 'declined' THEN reason END, CASE state WHEN 'failed' THEN error END
    FROM seeded, LATERAL (SELECT CASE WHEN n < 6 THEN 'pending' ELSE (ARRAY['executed', 'failed', 'declined'])[1 + n % 3] END AS state) AS made`;

const DAILY_TOTALS = `
  INSERT INTO billing.daily_totals (day, payments, captured_paise, refunded_paise, credits_sold, credits_used)
  SELECT business_day.day, count(*), sum(paise), sum(paise) / 3, sum(credits), sum(credits) / 2
    FROM seeded, LATERAL (SELECT (at AT TIME ZONE 'Asia/Kolkata')::date AS day) AS business_day GROUP BY 1
  ON CONFLICT (day) DO UPDATE SET payments = daily_totals.payments + excluded.payments, captured_paise = daily_totals.captured_paise + excluded.captured_paise,
    refunded_paise = daily_totals.refunded_paise + excluded.refunded_paise`;

const BILLING = [
  ...[ACCOUNTS, LOTS, TRANSACTIONS, ORDERS, PAYMENTS, REFUNDS, DISPUTES, WEBHOOK_EVENTS, PROMO_CODES, REDEMPTIONS],
  ...[APPROVALS, DAILY_TOTALS],
];

/** Jobs that are not finished stay as they are: their queue is paused, and their next poll is far away. */
const REQUESTS = `
  INSERT INTO generation.requests (id, user_id, input_hash, type, prompt, image_key, plan_id, model, model_revision, duration, resolution, credits, state, provider,
    client_ref, accepted_at, first_claim_at, external_id, submitted_at, dispatched_at, next_attempt_at, next_poll_at, run_limit_seconds, progress, sequence,
    output_key, error_kind, error_code, error_detail, money_state, created_at, updated_at, completed_at)
  SELECT id, id, '-', CASE n % 3 WHEN 0 THEN 'image_video' ELSE 'video' END, prompt, CASE n % 3 WHEN 0 THEN 'uploads/' || n END, '5s-480p', 'seedance', 1, 5,
         '480p', CASE WHEN is_long THEN 100000 ELSE 18 END, state, CASE n % 5 WHEN 0 THEN 'fal' ELSE 'replicate' END, 'seed-' || n, at, at,
         CASE WHEN state <> 'pending' THEN CASE WHEN is_long THEN repeat('task0123456789', 6) ELSE 'task-' END || n END,
         CASE WHEN state NOT IN ('pending', 'unknown') THEN at END, CASE WHEN state <> 'pending' THEN at END, CASE state WHEN 'unknown' THEN far END,
         CASE state WHEN 'running' THEN far END, 900, CASE state WHEN 'running' THEN 40 ELSE 100 END, 5, CASE state WHEN 'succeeded' THEN 'outputs/' || n END,
         CASE state WHEN 'failed' THEN 'provider' END, CASE state WHEN 'failed' THEN 'provider_error' END, CASE state WHEN 'failed' THEN error END,
         CASE WHEN state IN ('pending', 'unknown', 'running') THEN 'held' WHEN state = 'succeeded' THEN 'captured' ELSE 'returned' END, at, at,
         CASE WHEN state NOT IN ('pending', 'unknown', 'running') THEN at + interval '90 seconds' END
    FROM seeded, LATERAL (SELECT now() + interval '300 days' AS far, CASE WHEN n < 100 AND n % 20 IN (3, 9) THEN 'pending' WHEN n < 100 AND n % 20 = 13 THEN 'unknown'
      WHEN n < 100 AND n % 20 = 17 THEN 'running' WHEN n % 20 IN (5, 6) THEN 'failed' WHEN n % 20 = 8 THEN 'canceled' ELSE 'succeeded' END AS state) AS made`;

const TASKS = `
  INSERT INTO generation.provider_tasks (provider, external_id, request_id, status, recorded_at)
  SELECT r.provider, r.external_id, r.id, CASE r.state WHEN 'running' THEN 'live' ELSE 'ended' END, r.created_at
    FROM generation.requests r JOIN seeded USING (id) WHERE r.external_id IS NOT NULL`;

const JOB_EVENTS = `
  INSERT INTO generation.job_events (request_id, at, what, state, lease, worker_id, details)
  SELECT id, at + position * interval '1 second', what, 'running', 1, 'worker-with-a-long-host-name.example.internal-' || n,
         jsonb_build_object('externalId', error, 'message', CASE what WHEN 'submission refused' THEN prompt END)
    FROM seeded, unnest(ARRAY['submission claimed', 'submission refused', 'provider changed', 'submitted', 'succeeded']) WITH ORDINALITY AS e (what, position)`;

const CALLBACKS = `
  INSERT INTO generation.provider_events (id, provider, event_id, request_id, headers, raw_body, received_at, read_at, task_id)
  SELECT s.id, r.provider, CASE WHEN s.is_long THEN s.error ELSE 'evt-' || n END, r.id, '{"webhook-id": "x", "webhook-signature": "x", "webhook-timestamp": "x"}',
         translate(encode(convert_to(jsonb_build_object('id', s.error, 'input', jsonb_build_object('prompt', s.prompt), 'status', 'succeeded')::text, 'UTF8'), 'base64'), E'\n', ''),
         at, CASE WHEN n > 3 THEN at END, r.external_id FROM seeded s JOIN generation.requests r USING (id)`;

const OPERATIONS = `
  INSERT INTO generation.operations (id, admin_id, action, idempotency_key, input, is_bulk, reason, approved_by, created_at)
  SELECT id, (SELECT id FROM auth.admins ORDER BY created_at LIMIT 1), (ARRAY['retry', 'cancel', 'refund'])[1 + n % 3], 'seed-' || n, '{}', true, reason,
         CASE WHEN is_long THEN email END, at FROM seeded`;

/** All of them belong to the first bulk action. */
const OPERATION_ITEMS = `
  INSERT INTO generation.operation_items (operation_id, request_id, credits, done_at, refusal, created_id)
  SELECT (SELECT id FROM seeded WHERE n = 1), id, CASE WHEN is_long THEN 100000 ELSE 18 END, at,
         CASE n % 4 WHEN 1 THEN 'The job has changed since the preview: it is already finished' END, CASE n % 4 WHEN 2 THEN id END FROM seeded`;

const GENERATION = [REQUESTS, TASKS, JOB_EVENTS, CALLBACKS, OPERATIONS, OPERATION_ITEMS];

/** One statement per list that grows with use. */
export const LISTS = [...AUTH, ...BILLING, ...GENERATION];

const OPERATORS = `
  INSERT INTO auth.admins (id, email, name, password_hash, role, created_at, disabled_at)
  SELECT id, email, name, '-', (ARRAY['owner', 'operations', 'support', 'finance', 'read_only'])[1 + n % 5], now() + n * interval '1 second',
         CASE n % 6 WHEN 0 THEN at END FROM seeded`;

const INVITATIONS = `
  INSERT INTO auth.operator_invitations (id, email, role, token_hash, invited_by, created_at, expires_at)
  SELECT id, 'i' || substr(email, 2), 'finance', convert_to(id::text, 'UTF8'), (SELECT id FROM auth.admins ORDER BY created_at LIMIT 1), at, now() + interval '2 days' FROM seeded`;

const DESTINATIONS = `
  INSERT INTO auth.alert_destinations (id, kind, target, created_by, created_at, failures, failing_since, last_error)
  SELECT id, 'mail', email, email, at, 12, at, error FROM seeded`;

const PRICES = `
  INSERT INTO generation.provider_prices (id, provider, model, unit, currency, price_micros, valid_from, reason, admin_id, created_at)
  SELECT id, CASE n % 2 WHEN 1 THEN 'replicate' ELSE 'fal' END, 'seedance', 'second', 'USD', 18000 + n, (at - n * interval '1 day')::date, reason, operator_id, at FROM seeded`;

const RATES = `
  INSERT INTO generation.exchange_rates (id, currency, rate_micros, valid_from, reason, admin_id, created_at)
  SELECT id, CASE n % 2 WHEN 1 THEN 'USD' ELSE 'CNY' END, 84123457 + n, (at - n * interval '1 day')::date, reason, operator_id, at FROM seeded`;

const PAUSED_QUEUE = `
  INSERT INTO generation.paused_queues (name, admin_id) SELECT 'submit', operator_id FROM seeded LIMIT 1 ON CONFLICT DO NOTHING`;

const EXAMPLES = `
  WITH shown AS (
    UPDATE generation.requests SET poster_key = 'outputs/poster' WHERE id IN (SELECT id FROM seeded) AND type = 'video' AND state = 'succeeded'
    RETURNING id, prompt
  )
  INSERT INTO generation.examples (request_id, title) SELECT id, left(prompt, 60) FROM shown`;

/** Lists that people fill by hand. */
export const LISTS_BY_HAND = [OPERATORS, EXAMPLES, INVITATIONS, DESTINATIONS, PRICES, RATES, PAUSED_QUEUE];
