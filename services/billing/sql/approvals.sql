-- Actions of operators that need a second operator.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  requested_by uuid NOT NULL,
  requested_by_email text NOT NULL,
  idempotency_key text NOT NULL,
  action jsonb NOT NULL,
  -- The values that the requester saw.
  preview jsonb NOT NULL,
  reason text NOT NULL,
  -- pending → approved → executed | failed, or pending → declined. A pending one expires by time alone.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'executed', 'failed', 'declined')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  decided_by uuid,
  decided_by_email text,
  decided_at timestamptz,
  decision_reason text,
  failure text,
  attempts int NOT NULL DEFAULT 0,
  -- When the next attempt to execute an approved action is due; null otherwise.
  next_attempt_at timestamptz,
  UNIQUE (requested_by, idempotency_key),
  -- Operators cannot approve their own requests. Withdrawing a request declines it.
  CHECK (state IN ('pending', 'declined') OR decided_by <> requested_by),
  CHECK ((state = 'pending') = (decided_by IS NULL)),
  CHECK ((state = 'approved') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX approvals_due ON approvals (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX approvals_pending ON approvals (id) WHERE state = 'pending';

-- What operators did to users without approval, by the id of the transaction, refund, job or preview. Several amounts below
-- the limit are together compared with it.
CREATE TABLE unapproved_amounts (
  admin_id uuid NOT NULL,
  unit text NOT NULL CHECK (unit IN ('paise', 'credits')),
  reference text NOT NULL,
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (admin_id, unit, reference, user_id)
);
CREATE INDEX unapproved_amounts_of_user ON unapproved_amounts (admin_id, unit, user_id, recorded_at);
CREATE INDEX unapproved_amounts_recorded ON unapproved_amounts (recorded_at);
