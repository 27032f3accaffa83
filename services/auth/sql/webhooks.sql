-- Where programs of a user receive webhooks.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Encrypted.
  secret bytea NOT NULL,
  -- The secret before the last rotation, with which deliveries are signed as well until it expires.
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nothing is delivered to an endpoint that is off.
  off_at timestamptz,
  off_reason text CHECK (off_reason IN ('owner', 'gone', 'failing')),
  -- Since when every attempt has failed.
  failing_since timestamptz,
  last_error text,
  delivered_at timestamptz,
  -- Of the request that created it, so that a retry creates no second endpoint; and of the one that last replaced its secret.
  idempotency_key text,
  input_hash bytea,
  rotation_key text,
  CHECK ((idempotency_key IS NULL) = (input_hash IS NULL)),
  CHECK ((off_at IS NULL) = (off_reason IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))
);
CREATE UNIQUE INDEX webhook_endpoints_once ON webhook_endpoints (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX webhook_endpoints_of_user ON webhook_endpoints (user_id, id);
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (failing_since, id) WHERE failing_since IS NOT NULL;

-- The latest replay of deliveries to each endpoint. Its deliveries are put back in batches, oldest first. Created before the deliveries, so
-- that the deletion of an endpoint waits for a batch before it locks what the batch will lock.
CREATE TABLE webhook_replays (
  endpoint_id uuid PRIMARY KEY REFERENCES webhook_endpoints ON DELETE CASCADE,
  from_time timestamptz NOT NULL,
  -- Exclusive.
  to_time timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  -- Deliveries that it found when it began.
  total int NOT NULL,
  -- Deliveries up to this id were put back.
  position uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null once it has ended.
  next_batch_at timestamptz DEFAULT now()
);
CREATE INDEX webhook_replays_due ON webhook_replays (next_batch_at) WHERE next_batch_at IS NOT NULL;

-- Events for endpoints. The id is also the `webhook-id`, so that receivers can drop repetitions.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  type text NOT NULL,
  -- The request or the notice that it is about; null for a test.
  subject uuid,
  -- The text that is signed and sent.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since it was queued or replayed.
  attempts int NOT NULL DEFAULT 0,
  -- When the next attempt is due; null once it was delivered or has failed.
  due_at timestamptz DEFAULT now(),
  -- Of the last attempt; its status is null without a response.
  attempted_at timestamptz,
  status int,
  duration_ms int,
  error text,
  response text,
  delivered_at timestamptz,
  failed_at timestamptz,
  CHECK ((due_at IS NULL) = (delivered_at IS NOT NULL OR failed_at IS NOT NULL)),
  UNIQUE (endpoint_id, subject, type)
);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (id) WHERE due_at IS NOT NULL;

-- Orders what other services are told about the endpoints of an account.
CREATE SEQUENCE webhook_account_versions;
