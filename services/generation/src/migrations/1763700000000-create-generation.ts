import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGeneration1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(PRICES);
    await runner.query(REQUESTS);
    await runner.query(HISTORY);
    await runner.query(SEED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE provider_events, provider_tasks, job_events, requests, models, plans, outbox, inbox, relay_state;
      DROP FUNCTION notify_outbox, prevent_job_event_change, redact_provider_messages;
    `);
  }
}

const PRICES = `
  CREATE TABLE plans (
    id text PRIMARY KEY,
    type text NOT NULL DEFAULT 'video' CHECK (type IN ('video', 'restore')),
    name text NOT NULL,
    duration int CHECK (duration > 0),
    credits int NOT NULL CHECK (credits > 0),
    quality text NOT NULL,
    is_popular boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL DEFAULT true,
    description text NOT NULL,
    position int NOT NULL,
    run_limit_seconds int NOT NULL CHECK (run_limit_seconds > 0),
    CONSTRAINT plan_of_type CHECK (CASE type
      WHEN 'video' THEN duration IS NOT NULL AND quality IN ('480p', '720p')
      ELSE duration IS NULL AND quality IN ('standard', 'high', 'ultra') END)
  );

  CREATE TABLE models (
    id text PRIMARY KEY,
    name text NOT NULL,
    factor_permille int NOT NULL CHECK (factor_permille > 0),
    supports jsonb NOT NULL,
    is_default boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL DEFAULT true,
    position int NOT NULL
  );
  CREATE UNIQUE INDEX models_one_default ON models (is_default) WHERE is_default;
`;

const REQUESTS = `
  CREATE TABLE requests (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    -- Whose account pays where it is not the owner's: a video that was paid directly has one of its own.
    payer_id uuid,
    -- Lower-cased. Whoever confirms it later becomes the owner.
    guest_email text,
    idempotency_key text,
    input_hash text NOT NULL,
    type text NOT NULL CHECK (type IN ('video', 'image_video', 'restore')),
    prompt text NOT NULL,
    image_key text,
    plan_id text NOT NULL REFERENCES plans,
    model text NOT NULL REFERENCES models,
    duration int,
    resolution text NOT NULL,
    restore jsonb,
    -- Of the first of two steps: the model that gives a photo its colours, and the image it made.
    color_model text,
    colored_key text,
    credits int NOT NULL CHECK (credits > 0),
    retry_of uuid REFERENCES requests,

    state text NOT NULL DEFAULT 'accepting' CHECK (state IN ('awaiting_payment', 'accepting', 'pending', 'submitting', 'unknown',
      'running', 'collecting', 'succeeded', 'failed', 'canceled', 'rejected')),
    refusal jsonb,
    priority int NOT NULL DEFAULT 1,
    provider text NOT NULL,
    client_ref text NOT NULL UNIQUE,

    lease bigint NOT NULL DEFAULT 0,
    lease_expires_at timestamptz,
    worker_id text,

    -- When it joined the queue.
    accepted_at timestamptz,
    first_claim_at timestamptz,
    submit_before timestamptz,
    submit_failures int NOT NULL DEFAULT 0,
    resubmissions int NOT NULL DEFAULT 0 CHECK (resubmissions <= 1),
    next_attempt_at timestamptz,
    slot_requested_at timestamptz,
    external_id text,
    submitted_at timestamptz,
    collecting_at timestamptz,
    poll_failures int NOT NULL DEFAULT 0,
    promote_requested boolean NOT NULL DEFAULT false,
    cancel_requested boolean NOT NULL DEFAULT false,
    run_limit_seconds int NOT NULL,
    deadline_at timestamptz,
    -- Its tasks at the provider are watched until then, although it has ended.
    late_results_until timestamptz,

    progress int NOT NULL DEFAULT 10 CHECK (progress BETWEEN 0 AND 100),
    progress_sent_at timestamptz,
    sequence int NOT NULL DEFAULT 0,

    output_key text,
    poster_key text,
    content_type text,
    output_bytes bigint,
    output_seconds double precision,
    late_output_key text,
    error_kind text,
    error_code text,
    error_detail text,

    money_state text NOT NULL DEFAULT 'held' CHECK (money_state IN ('held', 'captured', 'returned', 'refunded')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    erase_requested_at timestamptz,
    -- Its files and words are gone since then.
    erased_at timestamptz,

    CONSTRAINT kind_complete CHECK (CASE type
      WHEN 'restore' THEN restore IS NOT NULL AND image_key IS NOT NULL
      ELSE restore IS NULL AND duration IS NOT NULL END),
    CONSTRAINT colors_are_restored CHECK (type = 'restore' OR color_model IS NULL),
    CONSTRAINT task_known CHECK (state NOT IN ('running', 'collecting', 'succeeded') OR external_id IS NOT NULL),
    CONSTRAINT output_stored CHECK (state <> 'succeeded' OR output_key IS NOT NULL OR erased_at IS NOT NULL),
    CONSTRAINT end_dated CHECK (
      (state IN ('succeeded', 'failed', 'canceled', 'rejected')) = (completed_at IS NOT NULL))
  ) WITH (fillfactor = 85);

  CREATE UNIQUE INDEX requests_idempotency ON requests (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX requests_of_user ON requests (user_id, id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
  CREATE INDEX requests_jobs ON requests (id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
  CREATE INDEX requests_unfinished_of_user ON requests (user_id)
    WHERE state IN ('pending', 'submitting', 'unknown', 'running', 'collecting');
  CREATE INDEX requests_unfinished ON requests (id)
    WHERE state IN ('pending', 'submitting', 'unknown', 'running', 'collecting');
  CREATE INDEX requests_late_results ON requests (id) WHERE late_results_until IS NOT NULL;
  CREATE INDEX requests_accepting ON requests (created_at) WHERE state = 'accepting';
  CREATE INDEX requests_awaiting_payment ON requests (created_at) WHERE state = 'awaiting_payment';
  CREATE INDEX requests_of_guest ON requests (guest_email) WHERE guest_email IS NOT NULL;
  CREATE INDEX requests_of_image ON requests (image_key) WHERE image_key IS NOT NULL;
  CREATE INDEX requests_queued ON requests (provider, priority, id) WHERE state = 'pending';
  CREATE INDEX requests_at_provider ON requests (provider) WHERE state IN ('submitting', 'unknown', 'running');
  CREATE INDEX requests_at_provider_of_user ON requests (user_id) WHERE state IN ('submitting', 'unknown', 'running');
  CREATE INDEX requests_run_times ON requests (plan_id, provider, completed_at DESC) WHERE state = 'succeeded';
  CREATE INDEX requests_to_erase ON requests (erase_requested_at) WHERE erase_requested_at IS NOT NULL AND erased_at IS NULL;
  CREATE INDEX requests_unsettled_money ON requests (completed_at)
    WHERE money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled', 'rejected');
`;

const HISTORY = `
  -- What happened to a job, when and by which worker. Only ever added to, but for the words that an erasure takes away.
  CREATE TABLE job_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id uuid NOT NULL REFERENCES requests,
    at timestamptz NOT NULL DEFAULT now(),
    what text NOT NULL,
    state text NOT NULL,
    lease bigint,
    worker_id text,
    details jsonb
  );
  CREATE INDEX job_events_of_request ON job_events (request_id, id);
  CREATE FUNCTION prevent_job_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      OLD.details := OLD.details - 'message';
      IF NEW = OLD AND EXISTS (SELECT FROM requests WHERE id = OLD.request_id AND erased_at IS NOT NULL) THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END $$;
  CREATE TRIGGER job_events_append_only BEFORE UPDATE OR DELETE ON job_events
    FOR EACH ROW EXECUTE FUNCTION prevent_job_event_change();
  -- What providers said of an erased request: they may repeat its prompt. Their codes stay.
  CREATE FUNCTION redact_provider_messages(erased uuid) RETURNS void LANGUAGE sql AS $$
    UPDATE job_events SET details = details - 'message' WHERE request_id = erased AND details ? 'message';
  $$;

  -- Every task at a provider that we know of. At most one of a request is live; the others are to be cancelled.
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
  CREATE INDEX provider_tasks_duplicates ON provider_tasks (recorded_at) WHERE status = 'duplicate';

  -- Callbacks as they came, not verified here.
  CREATE TABLE provider_events (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    provider text NOT NULL,
    event_id text NOT NULL,
    request_id uuid NOT NULL REFERENCES requests,
    headers jsonb NOT NULL,
    raw_body text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    -- By a worker, once the job had a task.
    read_at timestamptz,
    -- With the request's id, so that a forged event of one job cannot keep out a true one of another.
    UNIQUE (request_id, provider, event_id)
  );
`;

const SEED = `
  INSERT INTO plans (id, name, duration, credits, quality, is_popular, description, position, run_limit_seconds) VALUES
    ('5s-480p', 'Standard Video', 5, 18, '480p', true, '5 second video in 480p', 1, 900),
    ('5s-720p', 'HD Video', 5, 36, '720p', false, '5 second video in 720p HD', 2, 900),
    ('10s-480p', 'Extended Video', 10, 36, '480p', false, '10 second video in 480p', 3, 1200),
    ('10s-720p', 'Extended HD Video', 10, 72, '720p', false, '10 second video in 720p HD', 4, 1200);

  INSERT INTO plans (id, type, name, credits, quality, is_popular, description, position, run_limit_seconds) VALUES
    ('restore-standard', 'restore', 'Standard restoration', 4, 'standard', true, 'Twice the size', 11, 600),
    ('restore-high', 'restore', 'High restoration', 8, 'high', false, 'Three times the size', 12, 600),
    ('restore-ultra', 'restore', 'Ultra restoration', 12, 'ultra', false, 'Four times the size', 13, 600);

  INSERT INTO models (id, name, factor_permille, supports, is_default, position) VALUES
    ('seedance', 'Seedance', 1000, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]},
      {"type": "image_video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]', true, 1),
    ('stableVideo', 'Stable Video', 1200, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]},
      {"type": "image_video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]', false, 2),
    ('zeroscope', 'Zeroscope', 1500, '[{"type": "video", "durations": [5, 10], "resolutions": ["480p", "720p"]}]',
      false, 3),
    ('gfpgan', 'GFPGAN', 1000, '[{"type": "restore", "durations": [], "resolutions": ["standard", "high", "ultra"]}]',
      false, 11);
`;
