-- Webhook endpoints: the URLs at which a user's API clients receive events.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- The signing secret, encrypted.
  secret bytea NOT NULL,
  -- The secret before the last rotation. Until it expires, auth signs deliveries with both secrets.
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the endpoint is off; auth delivers nothing to it.
  off_at timestamptz,
  off_reason text CHECK (off_reason IN ('owner', 'gone', 'failing')),
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  last_error text,
  delivered_at timestamptz,
  -- The idempotency key and the input of the request that created the endpoint, so that a retry creates no second one; and the idempotency
  -- key of the request that last replaced its secret.
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

-- The latest replay of each endpoint. It queues the deliveries again in batches, oldest first. This table is created before the deliveries,
-- so that the deletion of an endpoint locks its replay first: it waits for a running batch before it locks rows that the batch needs.
CREATE TABLE webhook_replays (
  endpoint_id uuid PRIMARY KEY REFERENCES webhook_endpoints ON DELETE CASCADE,
  from_time timestamptz NOT NULL,
  -- The end of the time range, exclusive.
  to_time timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  -- How many deliveries the replay found when it began.
  total int NOT NULL,
  -- The replay has queued the deliveries up to this id.
  position uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the next batch is due; null once the replay has ended.
  next_batch_at timestamptz DEFAULT now()
);
CREATE INDEX webhook_replays_due ON webhook_replays (next_batch_at) WHERE next_batch_at IS NOT NULL;

-- Deliveries of events to endpoints. The id is also the `webhook-id`, so that receivers can drop repetitions.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  type text NOT NULL,
  -- Id of the request or the notice that the event is about; null for a test event.
  subject uuid,
  -- The JSON text that auth signs and sends.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How many attempts were made since the delivery was queued or replayed.
  attempts int NOT NULL DEFAULT 0,
  -- When the next attempt is due; null once the delivery has succeeded or failed.
  due_at timestamptz DEFAULT now(),
  -- The last attempt and its response; the status is null if there was no response.
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

-- Version numbers of the messages to other services about the endpoints of an account, so that they ignore older ones.
CREATE SEQUENCE webhook_account_versions;
