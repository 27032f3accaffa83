-- requested → processed | failed. While requested, the refund holds its credits; 'processed' burns them, 'failed' restores
-- them. A refund that Razorpay rejects or the bank fails stays requested and is sent again, unless the payment has no longer
-- this much left. A bank may fail a refund days after it was processed: it is requested again, and its credits stay burned. A
-- refund with the reason 'dashboard' was initiated at Razorpay: billing claws its credits back, and sends it only if the bank
-- failed it after it was processed, because the payer was told that it is paid.
CREATE TABLE refunds (
  -- The id is also the X-Refund-Idempotency header at Razorpay and, without hyphens, the receipt. After the first attempt it has a suffix.
  id uuid PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments,
  user_id uuid NOT NULL REFERENCES accounts,
  reason text NOT NULL
    CHECK (reason IN ('unused_credits', 'operator', 'second_payment', 'account_closed', 'job_failed', 'dashboard')),
  state text NOT NULL CHECK (state IN ('requested', 'processed', 'failed')),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  transfer_id uuid,
  idempotency_key text NOT NULL UNIQUE,
  input_hash bytea NOT NULL,
  -- The exact body to post to Razorpay, which rejects another body under the same key; null if it is not Luit's to send.
  body text,
  -- Null until Razorpay has accepted the current send.
  razorpay_refund_id text UNIQUE,
  -- Razorpay ids of earlier sends that the bank failed. Later reports about them change nothing, in whatever order they arrive.
  failed_razorpay_refund_ids text[] NOT NULL DEFAULT '{}',
  -- When the bank last failed it after it was processed. Its credits are burned already, and its credit note stays.
  returned_at timestamptz,
  -- How an operator paid it outside Razorpay, for example the reference of a bank transfer.
  paid_reference text,
  -- Counts the idempotency keys: Razorpay answers a used key with its first result, so a refund that definitely failed is sent
  -- again under a new one.
  send integer NOT NULL DEFAULT 1 CHECK (send >= 1),
  attempts integer NOT NULL DEFAULT 0,
  -- The start of the latest attempt.
  attempted_at timestamptz,
  next_attempt_at timestamptz DEFAULT now(),
  last_error text,
  -- Since when the refund counts as delayed, of which the payer was notified; null while Razorpay has accepted the refund.
  delayed_since timestamptz,
  -- The issued credit note; while it is null, credit_note_due_at is the next attempt.
  credit_note_id uuid,
  credit_note_due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'requested') = (settled_at IS NULL)),
  CHECK ((state = 'requested') = (next_attempt_at IS NOT NULL)),
  CHECK (reason = 'dashboard' OR body IS NOT NULL),
  CHECK (paid_reference IS NULL OR razorpay_refund_id IS NULL),
  CHECK ((credits > 0 AND reason <> 'dashboard') = (transfer_id IS NOT NULL))
);
CREATE INDEX refunds_to_attempt ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_of_transfer ON refunds (transfer_id);
CREATE INDEX refunds_to_credit_note ON refunds (credit_note_due_at) WHERE state = 'processed' AND credit_note_id IS NULL;

-- Refunds that are owed and late: not accepted by Razorpay within an hour or at once after a failure that the payer is told
-- of, or not processed by the bank within ten days.
CREATE VIEW overdue_refunds AS
  SELECT id, payment_id, reason, amount_paise, attempts, last_error, created_at,
         razorpay_refund_id IS NOT NULL AS is_accepted
    FROM refunds
   WHERE next_attempt_at IS NOT NULL
     AND (razorpay_refund_id IS NULL AND (delayed_since IS NOT NULL OR created_at < now() - interval '1 hour')
          OR coalesce(returned_at, created_at) < now() - interval '10 days');

-- open → lost | won. A payer disputes the payment at their bank, which withholds the money until it decides. Razorpay's
-- 'closed' counts as lost or won, depending on whether money was deducted.
CREATE TABLE disputes (
  -- Razorpay's dispute id.
  id text PRIMARY KEY,
  clawback_id uuid NOT NULL UNIQUE,
  payment_id text NOT NULL REFERENCES payments,
  user_id uuid NOT NULL REFERENCES accounts,
  state text NOT NULL CHECK (state IN ('open', 'lost', 'won')),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  phase text NOT NULL,
  reason text NOT NULL,
  -- Deadline for the operator's response at Razorpay.
  respond_by timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'open') = (settled_at IS NULL))
);
CREATE INDEX disputes_of_payment ON disputes (payment_id);
CREATE INDEX disputes_of_state ON disputes (state, clawback_id);
CREATE INDEX disputes_open ON disputes (respond_by) WHERE state = 'open';

-- Refunds and disputes that return money to the payer, or are about to. Confirmed ones are known to Razorpay, which may
-- still reject the others.
CREATE VIEW payment_reversals AS
  SELECT payment_id, amount_paise, credits, razorpay_refund_id IS NOT NULL OR paid_reference IS NOT NULL AS is_confirmed FROM refunds WHERE state <> 'failed'
  UNION ALL
  SELECT payment_id, amount_paise, credits, true FROM disputes WHERE state <> 'won';

-- Credits taken for a refund or dispute initiated outside Luit, under the id of the refund or the dispute's clawback_id.
CREATE TABLE clawbacks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  payment_id text NOT NULL,
  -- Credits taken from lots.
  taken bigint NOT NULL CHECK (taken >= 0),
  -- Credits that were already spent, which the user now owes.
  debt bigint NOT NULL CHECK (debt >= 0),
  transfer_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  reversed_at timestamptz,
  CHECK ((taken > 0) = (transfer_id IS NOT NULL))
);
CREATE UNIQUE INDEX clawbacks_of_transfer ON clawbacks (transfer_id);
CREATE INDEX clawbacks_owed ON clawbacks (created_at) WHERE debt > 0 AND reversed_at IS NULL;

CREATE TABLE clawback_lots (
  clawback_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  PRIMARY KEY (clawback_id, lot_id)
);

-- Credits that lots contributed to repay a debt, and how many were returned when the clawback was reversed.
CREATE TABLE debt_repayments (
  transfer_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  user_id uuid NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  returned bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND credits),
  PRIMARY KEY (transfer_id, lot_id)
);
CREATE INDEX debt_repayments_open ON debt_repayments (user_id) WHERE returned < credits;
