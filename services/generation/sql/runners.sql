-- Tokens of the runners of an instance. The tokens themselves are not stored.
CREATE TABLE runner_tokens (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  instance text NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  last4 text NOT NULL,
  -- The models whose jobs its runners get; null for all.
  models text[],
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX runner_tokens_of_instance ON runner_tokens (instance) WHERE revoked_at IS NULL;

-- Processes beside GPUs, as they describe themselves. `id` is their own, so it means something together with the token only.
CREATE TABLE runners (
  token_id uuid NOT NULL REFERENCES runner_tokens,
  id uuid NOT NULL,
  slots int NOT NULL CHECK (slots > 0),
  engines text[] NOT NULL,
  version text NOT NULL,
  gpu text,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_id, id)
) WITH (fillfactor = 50);
CREATE INDEX runners_seen ON runners (seen_at);

-- What runners make. A row is one task of a request, or of a run that an operator tries.
CREATE TABLE runner_jobs (
  id uuid PRIMARY KEY,
  instance text NOT NULL,
  -- Of its latest submission: a request that lost its runner is submitted again, with another reference.
  client_ref text NOT NULL UNIQUE,
  submissions int NOT NULL DEFAULT 1,
  -- Null for a run that an operator tries.
  request_id uuid REFERENCES requests,
  model text NOT NULL,
  task jsonb NOT NULL,
  -- Name, storage key, content type and bytes of each input image.
  files jsonb NOT NULL,
  -- `lost`: no runner has it, so its request looks for another route. The runner with its latest lease may still deliver it, for a new
  -- submission or as a late output.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'lost', 'succeeded', 'failed', 'canceled')),
  -- Rises with each claim. Only the runner with the latest lease can change the row.
  lease int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  token_id uuid,
  runner_id uuid,
  waiting_since timestamptz NOT NULL DEFAULT now(),
  cancel_requested boolean NOT NULL DEFAULT false,
  progress real,
  failure jsonb,
  -- Parts in the storage, bytes and checksum.
  output jsonb,
  -- It was delivered after it was lost, and no submission has used it.
  is_late boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CONSTRAINT claimed_once CHECK (state <> 'running' OR (lease > 0 AND lease_until IS NOT NULL AND runner_id IS NOT NULL)),
  CONSTRAINT delivered CHECK ((state = 'succeeded') = (output IS NOT NULL)),
  CONSTRAINT failure_known CHECK (state <> 'failed' OR failure IS NOT NULL),
  CONSTRAINT end_dated CHECK ((state IN ('succeeded', 'failed', 'canceled')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX runner_jobs_claimable ON runner_jobs (instance, waiting_since) WHERE state IN ('waiting', 'running');
CREATE INDEX runner_jobs_of_runner ON runner_jobs (token_id, runner_id) WHERE state = 'running';
CREATE INDEX runner_jobs_of_request ON runner_jobs (request_id);
CREATE INDEX runner_jobs_age ON runner_jobs (created_at);
