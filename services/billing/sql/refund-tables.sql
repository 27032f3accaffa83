-- requested → processed | failed. While requested, the refund holds its credits; 'processed' burns them, 'failed' restores
-- them. A refund with the reason 'dashboard' was initiated at Razorpay: billing sends nothing and claws its credits back.
CREATE TABLE refunds (
  -- Also the X-Refund-Idempotency header at Razorpay and, without hyphens, the receipt.
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
  -- The exact body to post to Razorpay, which rejects another body under the same key.
  body text,
  razorpay_refund_id text UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  last_error text,
  -- The issued credit note; while it is null, credit_note_due_at is the next attempt.
  credit_note_id uuid,
  credit_note_due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state = 'requested') = (settled_at IS NULL)),
  CHECK ((state = 'requested') = (next_attempt_at IS NOT NULL)),
  CHECK ((reason = 'dashboard') = (body IS NULL)),
  CHECK ((credits > 0 AND reason <> 'dashboard') = (transfer_id IS NOT NULL))
);
CREATE INDEX refunds_to_attempt ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_of_transfer ON refunds (transfer_id);
CREATE INDEX refunds_to_credit_note ON refunds (credit_note_due_at) WHERE state = 'processed' AND credit_note_id IS NULL;

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
  SELECT payment_id, amount_paise, credits, razorpay_refund_id IS NOT NULL AS is_confirmed FROM refunds WHERE state <> 'failed'
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
