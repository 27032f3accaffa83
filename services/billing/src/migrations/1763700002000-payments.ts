import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Payments1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(PACKS);
    await runner.query(HOLD_FOR_VIDEO);
    await runner.query(SETTLE_PAYMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION settle_payment, hold_for_video;
      DROP TABLE webhook_events, payments, order_keys, orders, credit_packs;
    `);
  }
}

const TABLES = `
  CREATE TABLE credit_packs (
    id text PRIMARY KEY,
    name text NOT NULL,
    credits integer NOT NULL CHECK (credits > 0),
    price_paise integer NOT NULL CHECK (price_paise >= 100),
    is_popular boolean NOT NULL DEFAULT false,
    description text NOT NULL,
    -- As declared to buyers, percent.
    savings_percent integer NOT NULL DEFAULT 0 CHECK (savings_percent BETWEEN 0 AND 100),
    position integer NOT NULL,
    archived_at timestamptz
  );

  -- creating → open → paid | mismatch | expired. A proper payment of an order that is mismatch or expired still pays it.
  CREATE TABLE orders (
    id uuid PRIMARY KEY,
    -- The account that gets the credits: the buyer's own, or that of this one order for a video.
    user_id uuid NOT NULL,
    kind text NOT NULL DEFAULT 'pack' CHECK (kind IN ('pack', 'plan')),
    -- The video a plan's credits are held for in the moment of payment.
    request_id uuid UNIQUE,
    -- Who ordered the video; null for a guest.
    buyer_id uuid,
    -- Where a guest wants the claim mailed; forgotten once it is told of with the payment.
    guest_email text,
    state text NOT NULL CHECK (state IN ('creating', 'open', 'paid', 'mismatch', 'expired')),
    -- Of the pack or the plan.
    pack_id text NOT NULL,
    pack_name text NOT NULL,
    credits integer NOT NULL CHECK (credits > 0),
    amount_paise integer NOT NULL CHECK (amount_paise >= 100),
    currency text NOT NULL,
    -- Razorpay takes 40 characters, and finds an order again by it.
    receipt text NOT NULL UNIQUE CHECK (length(receipt) <= 40),
    razorpay_order_id text UNIQUE,
    poll_count integer NOT NULL DEFAULT 0,
    next_poll_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (razorpay_order_id IS NOT NULL OR state IN ('creating', 'expired')),
    CHECK ((kind = 'plan') = (request_id IS NOT NULL)),
    CHECK (kind = 'plan' OR (buyer_id IS NULL AND guest_email IS NULL))
  );
  CREATE INDEX orders_of_user ON orders (user_id, created_at);
  CREATE INDEX orders_to_poll ON orders (next_poll_at) WHERE next_poll_at IS NOT NULL;

  -- Which order a person's idempotency key was answered with; an order that is still unpaid answers several.
  CREATE TABLE order_keys (
    user_id uuid NOT NULL,
    idempotency_key text NOT NULL,
    order_id uuid NOT NULL REFERENCES orders,
    PRIMARY KEY (user_id, idempotency_key)
  );

  -- One row per payment at Razorpay. 'refund_due' was captured although another one had paid the order, or its account
  -- was closed; its refund is requested in the same transaction.
  CREATE TABLE payments (
    id text PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders,
    amount_paise bigint NOT NULL,
    currency text NOT NULL,
    state text NOT NULL CHECK (state IN ('failed', 'granted', 'mismatch', 'refund_due')),
    -- By which road it was settled.
    source text NOT NULL CHECK (source IN ('verify', 'webhook', 'poller')),
    transaction_id uuid REFERENCES transactions,
    -- The document issued for it; while there is none, when to try next.
    invoice_id uuid,
    invoice_due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((state = 'granted') = (transaction_id IS NOT NULL))
  );
  CREATE UNIQUE INDEX payments_one_grant_per_order ON payments (order_id) WHERE state = 'granted';
  CREATE INDEX payments_of_order ON payments (order_id);
  CREATE INDEX payments_of_transaction ON payments (transaction_id);

  CREATE TABLE webhook_events (
    source text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    -- What we act on, and nothing of the payer's name, address or card.
    facts jsonb NOT NULL,
    outcome text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source, event_id)
  );
`;

const PACKS = `
  INSERT INTO credit_packs (id, name, credits, price_paise, is_popular, savings_percent, position, description) VALUES
    ('starter', 'Starter Pack', 100, 9900, false, 0, 1, 'Five short videos to find your style'),
    ('popular', 'Popular Pack', 1000, 99900, true, 10, 2, 'Room for a whole series: over fifty short videos'),
    ('pro', 'Pro Pack', 2200, 199900, false, 20, 3, 'For studios and teams who publish every day');
`;

const HOLD_FOR_VIDEO = `
  -- What was just granted is held before anybody else could spend it, and the job is told of in the same transaction:
  -- whatever is down, it starts once.
  CREATE FUNCTION hold_for_video(p_order orders, p_correlation text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM hold_credits(p_order.request_id, p_order.user_id, p_order.credits, p_order.pack_name, p_correlation);
    INSERT INTO outbox (kind, name, payload, correlation)
    VALUES ('event', 'billing.videoPaid', jsonb_build_object(
      'requestId', p_order.request_id, 'accountId', p_order.user_id, 'credits', p_order.credits,
      'email', p_order.guest_email), p_correlation);
  END $$;
`;

const SETTLE_PAYMENT = `
  -- Where the three roads meet: whoever comes first grants, the others are told the same. p_status is Razorpay's word
  -- for the payment; p_razorpay_order the order it was made for. Answers {outcome, transactionId, isClosed}.
  CREATE FUNCTION settle_payment(
    p_order uuid, p_payment text, p_razorpay_order text, p_amount_paise bigint, p_currency text, p_status text,
    p_source text, p_correlation text
  ) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    account accounts;
    paid_order orders;
    payment payments;
    outcome text;
    granted_transaction uuid;
  BEGIN
    SELECT locked.* INTO account FROM orders o, lock_account(coalesce(o.buyer_id, o.user_id)) locked
     WHERE o.id = p_order;
    SELECT * INTO STRICT paid_order FROM orders WHERE id = p_order FOR UPDATE;
    SELECT * INTO payment FROM payments WHERE id = p_payment;
    IF payment.state IN ('granted', 'refund_due') AND payment.order_id = p_order THEN
      RETURN jsonb_build_object('outcome', payment.state, 'transactionId', payment.transaction_id,
        'isClosed', account.closed_at IS NOT NULL);
    END IF;
    outcome := CASE
      WHEN p_razorpay_order IS DISTINCT FROM paid_order.razorpay_order_id OR p_amount_paise <> paid_order.amount_paise
        OR p_currency <> paid_order.currency OR payment.order_id <> p_order THEN 'mismatch'
      WHEN p_status = 'failed' THEN 'failed'
      WHEN p_status <> 'captured' THEN 'mismatch'
      -- Razorpay's events arrived out of order, and the payment is already refunded in full.
      WHEN (SELECT sum(amount_paise) FROM payment_reversals WHERE payment_id = p_payment) >= p_amount_paise THEN 'mismatch'
      WHEN paid_order.state = 'paid' OR account.closed_at IS NOT NULL THEN 'refund_due'
      ELSE 'granted' END;
    IF outcome = 'granted' THEN
      granted_transaction := grant_credits('payment:' || p_payment, paid_order.user_id, 'purchase', paid_order.credits, paid_order.pack_name,
        NULL, p_payment, paid_order.amount_paise, p_order::text, p_correlation) ->> 'transactionId';
      UPDATE orders SET state = 'paid', guest_email = NULL, next_poll_at = NULL, updated_at = now() WHERE id = p_order;
      IF paid_order.kind = 'plan' THEN PERFORM hold_for_video(paid_order, p_correlation); END IF;
    ELSIF outcome = 'mismatch' AND paid_order.state <> 'paid' THEN
      UPDATE orders SET state = 'mismatch', updated_at = now() WHERE id = p_order AND razorpay_order_id IS NOT NULL;
    END IF;
    INSERT INTO payments (id, order_id, amount_paise, currency, state, source, transaction_id)
    VALUES (p_payment, p_order, p_amount_paise, p_currency, outcome, p_source, granted_transaction)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, source = excluded.source,
      transaction_id = excluded.transaction_id, amount_paise = excluded.amount_paise, updated_at = now()
      WHERE payments.order_id = p_order;
    IF outcome = 'refund_due' THEN
      PERFORM request_refund('refund_due:' || p_payment, p_payment, p_amount_paise,
        CASE paid_order.state WHEN 'paid' THEN 'second_payment' ELSE 'account_closed' END, NULL, p_correlation);
    END IF;
    RETURN jsonb_build_object('outcome', outcome, 'transactionId', granted_transaction, 'isClosed', account.closed_at IS NOT NULL);
  END $$;
`;
