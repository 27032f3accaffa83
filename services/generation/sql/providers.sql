-- All known tasks at providers. At most one task of a request is live; the others are canceled.
CREATE TABLE provider_tasks (
  provider text NOT NULL,
  external_id text NOT NULL,
  request_id uuid NOT NULL REFERENCES requests,
  status text NOT NULL CHECK (status IN ('live', 'candidate', 'duplicate', 'stopped', 'abandoned', 'ended')),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, external_id)
);
CREATE UNIQUE INDEX provider_tasks_one_live ON provider_tasks (request_id) WHERE status = 'live';
CREATE INDEX provider_tasks_of_request ON provider_tasks (request_id);
CREATE INDEX provider_tasks_stray ON provider_tasks (recorded_at) WHERE status IN ('duplicate', 'stopped');
CREATE INDEX provider_tasks_by_id ON provider_tasks (external_id);

-- Callbacks as received. Workers verify them.
CREATE TABLE provider_events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  provider text NOT NULL,
  event_id text NOT NULL,
  request_id uuid NOT NULL REFERENCES requests,
  headers jsonb NOT NULL,
  raw_body text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- When a worker read it, which requires that the job has a task.
  read_at timestamptz,
  -- The task that the body names, unverified.
  task_id text,
  -- When an operator last had it read again.
  replayed_at timestamptz,
  -- Includes the request, so that a forged event of one job cannot suppress an authentic event of another.
  UNIQUE (request_id, provider, event_id)
);

CREATE INDEX provider_events_of_task ON provider_events (task_id, id) WHERE task_id IS NOT NULL;
CREATE INDEX provider_events_by_event ON provider_events (event_id);
CREATE INDEX provider_events_of_provider ON provider_events (provider, id);
CREATE INDEX provider_events_unread ON provider_events (id) WHERE read_at IS NULL;

-- Circuit breaker of each provider. A provider without a row is healthy.
CREATE TABLE provider_health (
  provider text PRIMARY KEY,
  -- Consecutive failed submissions.
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- How often the breaker opened since the last successful submission.
  trips int NOT NULL DEFAULT 0 CHECK (trips >= 0),
  -- Open until then; afterwards one job at a time probes the provider.
  open_until timestamptz,
  -- The job that probes, and how long it may take at most (see `running_probes`).
  probe_request uuid,
  probe_until timestamptz,
  -- End of the provider's Retry-After.
  paused_until timestamptz,
  -- The provider rejects our account (no funds). An accepted job proves that this has changed, and so does an answered check if
  -- the provider refused checks as well.
  is_account_refused boolean NOT NULL DEFAULT false,
  is_check_refused boolean NOT NULL DEFAULT false,
  -- When a worker last began to check the provider, and whether it answered while its breaker is not closed.
  checked_at timestamptz,
  is_reachable boolean NOT NULL DEFAULT true,
  -- An operator's request for a check, until its result.
  check_requested_at timestamptz,
  -- The result of the latest check.
  last_check_at timestamptz,
  last_check_answered boolean,
  -- What is wrong, in words, and what the server said about itself.
  last_check_fault text,
  last_check_facts jsonb,
  -- Since when workers without its key have put its jobs back, until a worker with the key is heard of.
  keyless_since timestamptz,
  -- When the breaker opened after the latest successful submission.
  tripped_at timestamptz,
  reason text,
  changed_at timestamptz NOT NULL DEFAULT now()
);
