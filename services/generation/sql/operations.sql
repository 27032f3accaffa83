-- The jobs that a bulk action would affect, as its operator saw them. The action applies to exactly these.
CREATE TABLE operation_previews (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('retry', 'cancel', 'refund')),
  filter jsonb NOT NULL,
  request_ids uuid[] NOT NULL,
  credits int NOT NULL,
  -- Null for a request that names a preview. A repeated request has the same key and must have the same input.
  idempotency_key text,
  input text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (admin_id, idempotency_key)
);

-- Operators' actions on one job or on many, and their progress.
CREATE TABLE operations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('retry', 'cancel', 'refund')),
  idempotency_key text NOT NULL,
  input jsonb NOT NULL,
  is_bulk boolean NOT NULL,
  reason text,
  -- The address of the second operator, if one approved it.
  approved_by text,
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
CREATE INDEX operations_in_bulk ON operations (id DESC) WHERE is_bulk;
CREATE INDEX operation_items_of_request ON operation_items (request_id);
CREATE INDEX operation_items_due ON operation_items (operation_id) WHERE done_at IS NULL;

-- Paused queues. Kept here because a Redis flush loses the pause.
CREATE TABLE paused_queues (
  name text PRIMARY KEY,
  admin_id uuid NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT now()
);

-- What operators restrict for all creators: the banner that they see, and the pause of new jobs. At most one row of each kind.
CREATE TABLE service_restrictions (
  kind text PRIMARY KEY CHECK (kind IN ('banner', 'new_jobs_paused')),
  -- The text of the banner and when it ends; null for a pause.
  text text,
  until timestamptz,
  -- Only operators see it.
  reason text NOT NULL,
  admin_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'banner') = (text IS NOT NULL AND until IS NOT NULL))
);

-- How much people may ask for. At most one row; without it, the installation's settings.
CREATE TABLE traffic_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  settings jsonb NOT NULL,
  admin_id uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
