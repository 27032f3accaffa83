-- What operators ask vendors about models: the input that a vendor publishes, or one run of an entry. They are no requests, so no count,
-- price or margin includes them.
CREATE TABLE model_checks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  admin_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('schema', 'run')),
  provider text NOT NULL,
  -- The vendor's id of the model.
  model text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'succeeded', 'failed')),
  -- Of a run: the model that it tries, what a worker submits, and what the vendor gets, with a word for what the worker adds.
  tried text,
  task jsonb,
  input jsonb,
  -- The vendor's id of the task. A running one without it was submitted, and its answer is not known yet.
  task_id text,
  -- What the check found: the fields of a schema, or the address of an output.
  fields jsonb,
  output_url text,
  -- Storage key of what an own server or a runner made.
  output_key text,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- When its job was last enqueued or claimed.
  enqueued_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT run_complete CHECK ((kind = 'run') = (task IS NOT NULL) AND (kind = 'run') = (tried IS NOT NULL)),
  CONSTRAINT check_ended CHECK ((state IN ('succeeded', 'failed')) = (ended_at IS NOT NULL))
);
-- Runs cost money, so a model has one at a time.
CREATE UNIQUE INDEX model_checks_one_run ON model_checks (tried) WHERE kind = 'run' AND ended_at IS NULL;
CREATE INDEX model_checks_unfinished ON model_checks (enqueued_at) WHERE ended_at IS NULL;
