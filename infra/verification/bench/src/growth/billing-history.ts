import { idAt } from './generation-history';

/** Jobs that one pack pays for. */
const JOBS_PER_PACK = 5;
const PACK = 100;
const PAISE = 9_900;

/**
 * The changes of a user's spendable credits, in order: a pack before every fifth job, the hold of each job, and the release of holds of
 * jobs that did not succeed. `balance` is the sum so far.
 */
const ENTRIES = `
  CREATE UNLOGGED TABLE bench_entries AS
  SELECT *, (sum(amount) OVER (PARTITION BY user_id ORDER BY at, what))::bigint AS balance FROM (
    SELECT i, id AS job, user_id, nth, hash, at - interval '1 minute' AS at, 'purchase' AS what, ${PACK} AS amount,
           ${idAt(`at - interval '1 minute'`, '010')} AS transfer
      FROM bench_jobs WHERE nth % ${JOBS_PER_PACK} = 1
     UNION ALL SELECT i, id, user_id, nth, hash, at, 'usage', -credits, ${idAt('at', '011')} FROM bench_jobs
     UNION ALL SELECT i, id, user_id, nth, hash, at + interval '40 seconds', 'refund', credits,
                      ${idAt(`at + interval '40 seconds'`, '012')}
      FROM bench_jobs WHERE ending <> 'succeeded') AS entries`;

const ACCOUNTS = `
  INSERT INTO billing.accounts (user_id, available, created_at)
  SELECT user_id, sum(amount), min(at) FROM bench_entries GROUP BY user_id`;

/** The unspent credits of a person are in the newest lots. */
const LOTS = `
  INSERT INTO billing.lots (id, user_id, kind, credits, remaining, payment_id, transfer_id, created_at)
  SELECT ${idAt('e.at', '013')}, e.user_id, 'purchase', ${PACK},
         greatest(0, least(${PACK}, a.available - ${PACK} * (row_number() OVER (PARTITION BY e.user_id ORDER BY e.at DESC) - 1))),
         'pay_' || substr(e.hash, 1, 14), e.transfer, e.at
    FROM bench_entries e JOIN billing.accounts a USING (user_id) WHERE what = 'purchase' ORDER BY e.at`;

const TRANSFERS = `
  INSERT INTO billing.transfers
    (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash, created_at)
  SELECT id, user_id, debit::billing.ledger_account, credit::billing.ledger_account, amount, state::billing.transfer_state, pending_id,
         kind, reference, key, sha256(reference::bytea), at FROM (
    SELECT transfer AS id, user_id, 'sales' AS debit, 'wallet' AS credit, amount, 'posted' AS state, NULL::uuid AS pending_id,
           'purchase' AS kind, 'pay_' || substr(hash, 1, 14) AS reference, 'purchase:pay_' || substr(hash, 1, 14) AS key, at
      FROM bench_entries WHERE what = 'purchase'
     UNION ALL
    SELECT transfer, user_id, 'wallet', 'spent', -amount, 'pending', NULL, 'hold', job::text, 'hold:' || job, at
      FROM bench_entries WHERE what = 'usage'
     UNION ALL
    SELECT CASE ending WHEN 'succeeded' THEN ${idAt(`at + interval '40 seconds'`, '014')} ELSE ${idAt(`at + interval '40 seconds'`, '012')} END,
           user_id, 'wallet', 'spent', credits, CASE ending WHEN 'succeeded' THEN 'posted' ELSE 'voided' END, ${idAt('at', '011')},
           CASE ending WHEN 'succeeded' THEN 'capture' ELSE 'release' END, id::text,
           CASE ending WHEN 'succeeded' THEN 'capture:' ELSE 'release:' END || id, at + interval '40 seconds' FROM bench_jobs
  ) AS made ORDER BY at`;

const HOLDS = `
  INSERT INTO billing.holds (id, user_id, credits, state, transfer_id, created_at, settled_at)
  SELECT id, user_id, credits, CASE ending WHEN 'succeeded' THEN 'captured' ELSE 'released' END, ${idAt('at', '011')}, at,
         at + interval '40 seconds' FROM bench_jobs ORDER BY i`;

/** Each job is paid from the lot of the pack before it. */
const HOLD_LOTS = `
  INSERT INTO billing.hold_lots (hold_id, lot_id, credits)
  SELECT j.id, ${idAt('p.at', '013', 'p.i')}, j.credits
    FROM bench_jobs j JOIN bench_entries p ON p.what = 'purchase' AND p.user_id = j.user_id
     AND p.nth = ${JOBS_PER_PACK} * ((j.nth - 1) / ${JOBS_PER_PACK}) + 1 ORDER BY j.i`;

const TRANSACTIONS = `
  INSERT INTO billing.transactions
    (id, user_id, type, amount, description, reference_id, hold_id, amount_paise, balance_after, held_after, created_at)
  SELECT transfer, user_id, what, amount,
         CASE what WHEN 'purchase' THEN 'Starter Pack' WHEN 'usage' THEN 'Video, 5 seconds, 480p' ELSE 'Your video failed: credits returned' END,
         CASE what WHEN 'purchase' THEN 'pay_' || substr(hash, 1, 14) WHEN 'usage' THEN job::text ELSE transfer::text END,
         CASE what WHEN 'usage' THEN job END, CASE what WHEN 'purchase' THEN ${PAISE} END, balance,
         CASE what WHEN 'usage' THEN -amount ELSE 0 END, at
    FROM bench_entries ORDER BY at, what`;

const ORDERS = `
  INSERT INTO billing.orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id,
    poll_count, created_at, updated_at)
  SELECT ${idAt(`at - interval '30 seconds'`, '015')}, user_id, 'paid', 'starter', 'Starter Pack', ${PACK}, ${PAISE}, 'INR',
         substr(hash, 1, 32), 'order_' || substr(hash, 1, 14), 1, at - interval '30 seconds', at
    FROM bench_entries WHERE what = 'purchase' ORDER BY at`;

const ORDER_KEYS = `
  INSERT INTO billing.order_keys (user_id, idempotency_key, order_id) SELECT user_id, 'web-' || id, id FROM billing.orders ORDER BY id`;

const PAYMENTS = `
  INSERT INTO billing.payments
    (id, order_id, amount_paise, currency, state, source, transaction_id, invoice_id, invoice_due_at, created_at, updated_at)
  SELECT 'pay_' || substr(hash, 1, 14), ${idAt(`at - interval '30 seconds'`, '015')}, ${PAISE}, 'INR', 'granted', 'webhook', transfer,
         ${idAt('at', '016')}, at, at, at
    FROM bench_entries WHERE what = 'purchase' ORDER BY at`;

const INVOICES = `
  INSERT INTO billing.invoices (id, kind, financial_year, sequence_number, number, payment_id, user_id, transaction_id, description,
    credits, total_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, rate_basis_points, place_of_supply, seller, buyer, paid_at,
    issued_at)
  SELECT ${idAt('at', '016')}, 'receipt', year, number, 'RCP/' || year % 100 || '/' || number, 'pay_' || substr(hash, 1, 14), user_id,
         transfer, 'Starter Pack, 100 credits', ${PACK}, ${PAISE}, ${PAISE}, 0, 0, 0, 0, NULL,
         '{"name": "Luit Studios", "address": "12 River Road, Guwahati 781001", "state": "18", "email": "billing@example.com"}',
         '{"name": "Person", "state": "18"}', at, at
    FROM (SELECT *, row_number() OVER (PARTITION BY year ORDER BY at) AS number FROM (
            SELECT *, extract(year FROM (at AT TIME ZONE 'Asia/Kolkata') - interval '3 months')::int AS year
              FROM bench_entries WHERE what = 'purchase') AS dated) AS numbered ORDER BY at`;

const SERIES = `
  INSERT INTO billing.invoice_series SELECT kind, financial_year, max(sequence_number) FROM billing.invoices GROUP BY kind, financial_year`;

/** Razorpay reports an authorization and a capture. */
const WEBHOOKS = `
  INSERT INTO billing.webhook_events (source, event_id, type, facts, outcome, received_at)
  SELECT 'razorpay', 'evt_' || substr(hash, 1, 14) || type, type,
         jsonb_build_object('paymentId', 'pay_' || substr(hash, 1, 14), 'orderId', 'order_' || substr(hash, 1, 14), 'amount', ${PAISE},
           'currency', 'INR', 'status', 'captured'), 'granted', at
    FROM bench_entries, (VALUES ('payment.authorized'), ('payment.captured')) AS reported (type) WHERE what = 'purchase' ORDER BY at`;

const INBOX = `
  INSERT INTO billing.inbox (event_id, handled_at)
  SELECT ${idAt('at', '017')}, at FROM bench_jobs WHERE at > now() - interval '3 days'`;

const DAYS = `
  INSERT INTO billing.daily_totals (day, payments, captured_paise, refunded_paise, credits_sold, credits_used)
  SELECT billing.business_day(at), count(*) FILTER (WHERE what = 'purchase'), count(*) FILTER (WHERE what = 'purchase') * ${PAISE}, 0,
         coalesce(sum(amount) FILTER (WHERE what = 'purchase'), 0), coalesce(-sum(amount) FILTER (WHERE what <> 'purchase'), 0)
    FROM bench_entries GROUP BY 1`;

export const BILLING_HISTORY = [
  ENTRIES,
  ACCOUNTS,
  LOTS,
  TRANSFERS,
  HOLDS,
  HOLD_LOTS,
  TRANSACTIONS,
  ORDERS,
  ORDER_KEYS,
  PAYMENTS,
  INVOICES,
  SERIES,
  WEBHOOKS,
  INBOX,
  DAYS,
];
