CREATE TABLE credit_packs (
  id text PRIMARY KEY,
  name text NOT NULL,
  credits integer NOT NULL CHECK (credits > 0),
  price_paise integer NOT NULL CHECK (price_paise >= 100),
  is_popular boolean NOT NULL DEFAULT false,
  description text NOT NULL,
  -- The advertised saving, percent.
  savings_percent integer NOT NULL DEFAULT 0 CHECK (savings_percent BETWEEN 0 AND 100),
  position integer NOT NULL,
  archived_at timestamptz
);
INSERT INTO credit_packs (id, name, credits, price_paise, is_popular, savings_percent, position, description) VALUES
  ('starter', 'Starter Pack', 100, 9900, false, 0, 1, 'Five short videos to find your style'),
  ('popular', 'Popular Pack', 1000, 99900, true, 10, 2, 'Room for a whole series: over fifty short videos'),
  ('pro', 'Pro Pack', 2200, 199900, false, 20, 3, 'For studios and teams who publish every day');

-- creating → open → paid | mismatch | expired. A matching payment still pays an order that is mismatch or expired.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  -- The account that receives the credits: the buyer's own, or for a video, an account of this one order.
  user_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'pack' CHECK (kind IN ('pack', 'plan')),
  -- Null unless the order is for a plan: the video request that the credits are held for as soon as they are granted.
  request_id uuid UNIQUE,
  -- The user who ordered the video; null for a guest.
  buyer_id uuid,
  -- The address to which auth mails a guest's access token. billing deletes it once it is published with the payment.
  guest_email text,
  -- The notices that were shown to a guest who ordered, as proof. Null for a user, who agreed to them at sign-up.
  terms_version text,
  privacy_version text,
  state text NOT NULL CHECK (state IN ('creating', 'open', 'paid', 'mismatch', 'expired')),
  -- Id of the pack or the plan.
  pack_id text NOT NULL,
  pack_name text NOT NULL,
  credits integer NOT NULL CHECK (credits > 0),
  amount_paise integer NOT NULL CHECK (amount_paise >= 100),
  currency text NOT NULL,
  -- Razorpay accepts at most 40 characters, and can list orders by receipt.
  receipt text NOT NULL UNIQUE CHECK (length(receipt) <= 40),
  razorpay_order_id text UNIQUE,
  poll_count integer NOT NULL DEFAULT 0,
  next_poll_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (razorpay_order_id IS NOT NULL OR state IN ('creating', 'expired')),
  CHECK ((kind = 'plan') = (request_id IS NOT NULL)),
  CHECK (kind = 'plan' OR (buyer_id IS NULL AND guest_email IS NULL)),
  CHECK (buyer_id IS NULL OR (terms_version IS NULL AND privacy_version IS NULL))
);
CREATE INDEX orders_of_user ON orders (user_id, created_at);
CREATE INDEX orders_to_poll ON orders (next_poll_at) WHERE next_poll_at IS NOT NULL;

-- The order returned for a user's idempotency key. Several keys may share one unpaid order.
CREATE TABLE order_keys (
  user_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  order_id uuid NOT NULL REFERENCES orders,
  PRIMARY KEY (user_id, idempotency_key)
);

-- One row per Razorpay payment. In 'refund_due', the payment was captured although the order was already paid or its
-- account closed; its refund is requested in the same transaction.
CREATE TABLE payments (
  id text PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  amount_paise bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('failed', 'granted', 'mismatch', 'refund_due')),
  -- The source that settled the payment.
  source text NOT NULL CHECK (source IN ('verify', 'webhook', 'poller')),
  transaction_id uuid REFERENCES transactions,
  -- The issued document; while it is null, invoice_due_at is the next attempt.
  invoice_id uuid,
  invoice_due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'granted') = (transaction_id IS NOT NULL))
);
CREATE UNIQUE INDEX payments_one_grant_per_order ON payments (order_id) WHERE state = 'granted';
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_of_transaction ON payments (transaction_id);
CREATE INDEX payments_mismatched ON payments (created_at) WHERE state = 'mismatch';
CREATE INDEX payments_to_invoice ON payments (invoice_due_at) WHERE state = 'granted' AND invoice_id IS NULL;

-- Webhooks of Razorpay. A refused one has neither facts nor body, because nothing proves who sent it.
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  source text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  -- The fields that billing uses, without the payer's name, address and card.
  facts jsonb NOT NULL,
  -- What Razorpay sent, with personal data masked; null if it was refused or is not JSON.
  body jsonb,
  payment_id text,
  razorpay_order_id text,
  outcome text NOT NULL,
  -- Why Luit refused the webhook.
  reason text,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- When an operator last replayed it.
  replayed_at timestamptz
);
CREATE UNIQUE INDEX webhook_events_once ON webhook_events (source, event_id) WHERE outcome <> 'refused';
CREATE INDEX webhook_events_by_age ON webhook_events (received_at);
-- For the operators' list and the statement of an order.
CREATE INDEX webhook_events_by_event ON webhook_events (event_id);
CREATE INDEX webhook_events_of_payment ON webhook_events (payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX webhook_events_of_order ON webhook_events (razorpay_order_id, id) WHERE razorpay_order_id IS NOT NULL;
CREATE INDEX webhook_events_of_outcome ON webhook_events (outcome, id);

-- Settings changed by operators at run time. A missing key has its default.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
