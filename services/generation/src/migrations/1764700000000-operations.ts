import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the jobs screen reads: figures kept as jobs change, so that they cost the same at a million jobs as at ten. */
export class Operations1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MEASURES);
    await runner.query(ROLLUPS);
    await runner.query(ACTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE paused_queues, operation_items, operations, job_counts, job_times, job_rollups, job_metric_deltas;
      DROP TRIGGER requests_delta_on_update ON requests;
      DROP TRIGGER requests_delta_on_insert ON requests;
      DROP FUNCTION record_job_delta;
      DROP INDEX requests_ended_badly, requests_of_type, requests_of_provider, requests_retries, provider_tasks_by_id;
    `);
  }
}

const MEASURES = `
  -- Each change that a figure depends on, written by whatever changes the row, in its transaction. Folded into the tables
  -- below and removed in one statement, so each counts once.
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
    -- From joining the queue until its provider took it, and from then to its end; milliseconds.
    wait_ms bigint,
    run_ms bigint
  );

  CREATE FUNCTION record_job_delta() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO job_metric_deltas (request_id, type, plan_id, from_provider, provider, from_state, state, wait_ms, run_ms)
    VALUES (NEW.id, NEW.type, NEW.plan_id,
      CASE TG_OP WHEN 'UPDATE' THEN OLD.provider END, NEW.provider, CASE TG_OP WHEN 'UPDATE' THEN OLD.state END, NEW.state,
      CASE WHEN TG_OP = 'UPDATE' AND NEW.state = 'running' AND OLD.state <> 'running'
        THEN greatest(0, extract(epoch FROM NEW.submitted_at - NEW.accepted_at) * 1000) END,
      CASE WHEN TG_OP = 'UPDATE' AND NEW.state <> OLD.state AND NEW.state IN ('succeeded', 'failed')
        THEN greatest(0, extract(epoch FROM NEW.completed_at - NEW.submitted_at) * 1000) END);
    RETURN NULL;
  END $$;
  CREATE TRIGGER requests_delta_on_update AFTER UPDATE OF state, provider, money_state ON requests FOR EACH ROW
    WHEN (OLD.state <> NEW.state OR OLD.provider <> NEW.provider OR OLD.money_state <> NEW.money_state)
    EXECUTE FUNCTION record_job_delta();
  CREATE TRIGGER requests_delta_on_insert AFTER INSERT ON requests FOR EACH ROW
    WHEN (NEW.state NOT IN ('awaiting_payment', 'accepting')) EXECUTE FUNCTION record_job_delta();

  -- For the table's filters; those that are rare would else be looked for among all.
  CREATE INDEX requests_ended_badly ON requests (state, id DESC) WHERE state IN ('failed', 'canceled');
  CREATE INDEX requests_of_type ON requests (type, id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
  CREATE INDEX requests_of_provider ON requests (provider, id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
  CREATE INDEX provider_tasks_by_id ON provider_tasks (external_id);
  CREATE INDEX requests_retries ON requests (retry_of) WHERE retry_of IS NOT NULL;
`;

const ROLLUPS = `
  -- Counts in steps of 1 minute, 15 minutes and 1 hour, each kept as long as a chart needs it.
  CREATE TABLE job_rollups (
    seconds int NOT NULL,
    at timestamptz NOT NULL,
    plan_id text NOT NULL,
    provider text NOT NULL,
    accepted int NOT NULL DEFAULT 0,
    succeeded int NOT NULL DEFAULT 0,
    failed int NOT NULL DEFAULT 0,
    canceled int NOT NULL DEFAULT 0,
    PRIMARY KEY (seconds, at, plan_id, provider)
  ) WITH (fillfactor = 70);

  -- Histograms of waits and runs; a bucket ends a tenth above the one before it.
  CREATE TABLE job_times (
    seconds int NOT NULL,
    at timestamptz NOT NULL,
    plan_id text NOT NULL,
    provider text NOT NULL,
    what text NOT NULL CHECK (what IN ('wait', 'run')),
    bucket int NOT NULL,
    jobs int NOT NULL,
    PRIMARY KEY (seconds, at, plan_id, provider, what, bucket)
  ) WITH (fillfactor = 70);

  -- How many there are of each kind now.
  CREATE TABLE job_counts (
    type text NOT NULL,
    provider text NOT NULL,
    state text NOT NULL,
    jobs bigint NOT NULL,
    PRIMARY KEY (type, provider, state)
  ) WITH (fillfactor = 70);
  INSERT INTO job_counts SELECT type, provider, state, count(*) FROM requests
    WHERE state NOT IN ('awaiting_payment', 'accepting') GROUP BY 1, 2, 3;
`;

const ACTIONS = `
  -- What an operator asked for, of one job or of many, and how far it is done.
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
    -- Why it could not be done.
    refusal text,
    -- Of a retry, the new request.
    created_id uuid,
    PRIMARY KEY (operation_id, request_id)
  );
  CREATE INDEX operation_items_due ON operation_items (operation_id) WHERE done_at IS NULL;

  -- Redis may forget that a queue is paused.
  CREATE TABLE paused_queues (
    name text PRIMARY KEY,
    admin_id uuid NOT NULL,
    paused_at timestamptz NOT NULL DEFAULT now()
  );
`;
