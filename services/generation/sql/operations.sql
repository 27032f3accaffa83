-- Operators' actions on one job or on many, and their progress.
CREATE TABLE operations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('retry', 'cancel', 'refund')),
  idempotency_key text NOT NULL,
  input jsonb NOT NULL,
  is_bulk boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (admin_id, idempotency_key)
);

CREATE TABLE operation_items (
  operation_id uuid NOT NULL REFERENCES operations,
  request_id uuid NOT NULL REFERENCES requests,
  credits int NOT NULL,
  claimed_until timestamptz,
  done_at timestamptz,
  -- Why the action was not possible.
  refusal text,
  -- The new request of a retry.
  created_id uuid,
  PRIMARY KEY (operation_id, request_id)
);
CREATE INDEX operation_items_of_request ON operation_items (request_id);
CREATE INDEX operation_items_due ON operation_items (operation_id) WHERE done_at IS NULL;

-- Paused queues. Kept here because a Redis flush loses the pause.
CREATE TABLE paused_queues (
  name text PRIMARY KEY,
  admin_id uuid NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT now()
);
