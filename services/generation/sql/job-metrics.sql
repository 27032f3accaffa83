-- Metrics of the jobs screen, maintained incrementally so that reading them costs the same at any number of jobs. They leave out the jobs
-- of the provider 'test'.

-- The state in which the metrics count a job. Short steps between two states are not told apart, which saves two deltas of a job.
CREATE FUNCTION counted_state(state text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE state WHEN 'submitting' THEN 'pending' WHEN 'collecting' THEN 'running' ELSE state END
$$;

-- Changes that the metrics depend on, appended in the transaction of the change. A single statement deletes a batch and adds
-- it to the tables below, so each delta counts exactly once.
CREATE TABLE job_metric_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  request_id uuid NOT NULL,
  type text NOT NULL,
  plan_id text NOT NULL,
  from_provider text,
  provider text NOT NULL,
  from_state text,
  state text NOT NULL,
  -- The error code of a job that failed.
  error_kind text,
  -- Milliseconds from joining the queue until submission, and from submission to success.
  wait_ms bigint,
  run_ms bigint
);

-- Trigger function of requests. Appends a delta for an insert or for a change of the counted state, provider or money_state.
-- Locks: none; the appended row conflicts with no other. Not idempotent: each change appends one delta.
CREATE FUNCTION record_job_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO job_metric_deltas (request_id, type, plan_id, from_provider, provider, from_state, state, error_kind, wait_ms, run_ms)
  VALUES (NEW.id, NEW.type, NEW.plan_id,
    CASE TG_OP WHEN 'UPDATE' THEN OLD.provider END, NEW.provider,
    CASE TG_OP WHEN 'UPDATE' THEN counted_state(OLD.state) END, counted_state(NEW.state),
    CASE NEW.state WHEN 'failed' THEN coalesce(NEW.error_kind, 'provider') END,
    CASE WHEN TG_OP = 'UPDATE' AND NEW.state = 'running' AND OLD.state <> 'running'
      THEN greatest(0, extract(epoch FROM NEW.submitted_at - NEW.accepted_at) * 1000) END,
    -- Times of failures are not typical, and greatest() makes 0 of a missing time.
    CASE WHEN TG_OP = 'UPDATE' AND NEW.state <> OLD.state AND NEW.state = 'succeeded' AND NEW.submitted_at IS NOT NULL
      THEN greatest(0, extract(epoch FROM NEW.completed_at - NEW.submitted_at) * 1000) END);
  RETURN NULL;
END $$;

CREATE TRIGGER requests_delta_on_update AFTER UPDATE OF state, provider, money_state ON requests FOR EACH ROW
  WHEN (NEW.provider <> 'test' AND (counted_state(OLD.state) <> counted_state(NEW.state) OR OLD.provider <> NEW.provider
    OR OLD.money_state <> NEW.money_state))
  EXECUTE FUNCTION record_job_delta();
CREATE TRIGGER requests_delta_on_insert AFTER INSERT ON requests FOR EACH ROW
  WHEN (NEW.provider <> 'test' AND NEW.state NOT IN ('awaiting_payment', 'accepting')) EXECUTE FUNCTION record_job_delta();

-- Counts and histograms per step of 1 minute, 15 minutes and 1 hour. Each resolution has its own retention. A histogram is an object
-- of numbers of jobs by bucket; each bucket boundary is 10 % above the previous one.
CREATE TABLE job_rollups (
  seconds int NOT NULL,
  at timestamptz NOT NULL,
  plan_id text NOT NULL,
  provider text NOT NULL,
  accepted int NOT NULL DEFAULT 0,
  succeeded int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  canceled int NOT NULL DEFAULT 0,
  -- Failed jobs by error kind.
  failures jsonb NOT NULL DEFAULT '{}',
  -- Times from joining the queue until submission, and from submission to success.
  waits jsonb NOT NULL DEFAULT '{}',
  runs jsonb NOT NULL DEFAULT '{}',
  -- The accepted, succeeded, failed and canceled jobs by type, for example under `video.accepted`.
  types jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (seconds, at, plan_id, provider)
) WITH (fillfactor = 70);

-- Adds two histograms, or two objects of jobs by error kind or by type.
CREATE FUNCTION add_histograms(a jsonb, b jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN b = '{}' THEN a WHEN a = '{}' THEN b ELSE (
    SELECT jsonb_object_agg(bucket, jobs) FROM (
      SELECT bucket, sum(jobs::bigint) AS jobs
        FROM (SELECT * FROM jsonb_each_text(a) UNION ALL SELECT * FROM jsonb_each_text(b)) AS counted (bucket, jobs)
       GROUP BY bucket) AS total) END
$$;

-- Current number of jobs per type, provider and counted state.
CREATE TABLE job_counts (
  type text NOT NULL,
  provider text NOT NULL,
  state text NOT NULL,
  jobs bigint NOT NULL,
  PRIMARY KEY (type, provider, state)
) WITH (fillfactor = 70);
