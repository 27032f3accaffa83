-- The model of a job's current step: colorization, the first of two steps, or the model of the request.
CREATE FUNCTION step_model(model text, color_model text, colored_key text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN CASE WHEN color_model IS NOT NULL AND colored_key IS NULL THEN color_model ELSE model END;

-- Requests and their jobs, one row each. The row is authoritative; queue entries only carry its id.
CREATE TABLE requests (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL,
  -- The account that pays, if it is not the owner's: single orders and free retries have an account of their own.
  payer_id uuid,
  -- Lowercase. An account that confirms it becomes the owner.
  guest_email text,
  -- The language in which a guest ordered. Mails to the guest's address are in it.
  guest_language text CHECK (guest_language IN ('en', 'hi')),
  -- One of several results that were asked for at once: the first of them, and its place. Only the first has an idempotency key.
  set_id uuid,
  set_index int,
  idempotency_key text,
  input_hash text NOT NULL,
  type text NOT NULL CHECK (type IN ('video', 'image_video', 'restore', 'image')),
  prompt text NOT NULL,
  image_key text,
  -- The image that the video ends with.
  last_image_key text,
  -- Images of what the video shows; empty after an erasure.
  reference_keys text[] NOT NULL DEFAULT '{}',
  -- The plan, or the name of a duration and a resolution that no plan has, such as 7s-1080p.
  plan_id text NOT NULL,
  model text NOT NULL,
  -- The revision of the entry that the request was priced with.
  model_revision int NOT NULL,
  duration int,
  -- Empty for an image of a model that takes none.
  resolution text NOT NULL,
  restore jsonb,
  -- What else a video or an image was asked for, by the names of the vocabulary, and its presets.
  options jsonb,
  -- The first of two steps: the model that colorizes a photo, its result and who made it.
  color_model text,
  colored_key text,
  color_provider text,
  credits int NOT NULL CHECK (credits > 0),
  retry_of uuid REFERENCES requests,
  -- The video that this one varies with another prompt.
  remix_of uuid REFERENCES requests,
  -- The API key that asked for it; null for a person.
  api_key_id uuid,
  -- Pairs of texts that a program keeps with it; null after an erasure.
  metadata jsonb,
  -- Whether its owner had a webhook endpoint when it was created, so that its changes are published for webhooks.
  has_webhooks boolean NOT NULL DEFAULT false,

  state text NOT NULL DEFAULT 'accepting' CHECK (state IN ('awaiting_payment', 'accepting', 'pending', 'submitting',
    'unknown', 'running', 'collecting', 'succeeded', 'failed', 'canceled', 'rejected')),
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
  -- Earliest time of the next submission or search.
  next_attempt_at timestamptz,
  -- When it got its slot, or its latest search, and was enqueued. Null while it waits for a slot.
  dispatched_at timestamptz,
  external_id text,
  submitted_at timestamptz,
  collecting_at timestamptz,
  -- When a worker polls the provider next.
  next_poll_at timestamptz,
  -- Correlation id and trace of its acceptance, which the submission continues, then of the submission, which polls continue.
  correlation text,
  poll_failures int NOT NULL DEFAULT 0,
  -- The provider called back when the task had ended.
  called_back boolean NOT NULL DEFAULT false,
  promote_requested boolean NOT NULL DEFAULT false,
  cancel_requested boolean NOT NULL DEFAULT false,
  run_limit_seconds int NOT NULL,
  deadline_at timestamptz,
  -- End of the late-result checks, which follow the end of the job.
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
  -- What the output looks like and the bucket of its colors; null if it is too plain to be recognized, and after an erasure.
  fingerprint bytea,
  fingerprint_bucket int,
  error_kind text,
  error_code text,
  error_detail text,

  money_state text NOT NULL DEFAULT 'held' CHECK (money_state IN ('held', 'captured', 'returned', 'refunded')),
  -- The refund of its direct payment as billing last reported it: refundId, send and progress. Null if billing reported none.
  refund jsonb,
  -- The captured credits of the request and what was paid for them, millionths of a rupee; null until the margin counts the request.
  revenue_credits int,
  revenue_micros bigint,
  -- What its seconds at an instance with a cost per GPU second came to when the margin counted it, in millionths of the currency. Null elsewhere.
  gpu_micros bigint,
  gpu_currency text,
  -- The same of the first of two steps, when it ended.
  color_gpu_micros bigint,
  color_gpu_currency text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  -- When its files and texts are to be erased: at once, or later if it is in the trash. Its owner does not see it in the library.
  erase_at timestamptz,
  -- When its files and texts were erased.
  erased_at timestamptz,
  -- Operators took the output down, so its files are kept until then although they were erased. Null if they are not kept.
  evidence_until timestamptz,
  -- Kind, reason and time while operators have taken its files down; a copy of its row in takedowns.
  takedown jsonb,

  CONSTRAINT kind_complete CHECK (CASE type
    WHEN 'restore' THEN restore IS NOT NULL AND image_key IS NOT NULL
    WHEN 'image' THEN restore IS NULL AND duration IS NULL
    ELSE restore IS NULL AND duration IS NOT NULL END),
  CONSTRAINT set_placed CHECK ((set_id IS NULL) = (set_index IS NULL) AND (set_index = 0) = (set_id = id)),
  CONSTRAINT colors_are_restored CHECK (type = 'restore' OR color_model IS NULL),
  CONSTRAINT task_known CHECK (state NOT IN ('running', 'collecting', 'succeeded') OR external_id IS NOT NULL),
  CONSTRAINT poll_scheduled CHECK (state NOT IN ('running', 'collecting') OR next_poll_at IS NOT NULL),
  CONSTRAINT output_stored CHECK (state <> 'succeeded' OR output_key IS NOT NULL OR erased_at IS NOT NULL),
  CONSTRAINT end_dated CHECK (
    (state IN ('succeeded', 'failed', 'canceled', 'rejected')) = (completed_at IS NOT NULL)),
  FOREIGN KEY (model, model_revision) REFERENCES model_revisions
) WITH (fillfactor = 85);

CREATE UNIQUE INDEX requests_idempotency ON requests (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE INDEX requests_of_set ON requests (set_id, set_index) WHERE set_id IS NOT NULL;

-- Lists of owners and operators. The operators' filters follow the sort column, so that a filtered scan reads the index only.
CREATE INDEX requests_of_user ON requests (user_id, id DESC)
  WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
CREATE INDEX requests_jobs ON requests (id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
CREATE INDEX requests_of_type ON requests (type, id DESC, provider, state)
  WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
CREATE INDEX requests_of_provider ON requests (provider, id DESC, type, state)
  WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
CREATE INDEX requests_failed_or_canceled ON requests (state, id DESC, type, provider)
  WHERE state IN ('failed', 'canceled');
-- What the files of an account take up.
CREATE INDEX requests_stored ON requests (user_id) INCLUDE (erase_at, output_bytes)
  WHERE output_bytes IS NOT NULL AND erased_at IS NULL;
-- Outputs that may look like a file that somebody verifies. It contains the fingerprints, so that comparing many reads no rows.
CREATE INDEX requests_of_fingerprint_bucket ON requests (fingerprint_bucket, id) INCLUDE (fingerprint)
  WHERE fingerprint_bucket IS NOT NULL;
CREATE INDEX requests_retries ON requests (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX requests_remixes ON requests (remix_of) WHERE remix_of IS NOT NULL;
CREATE INDEX requests_of_guest ON requests (guest_email) WHERE guest_email IS NOT NULL;
CREATE INDEX requests_of_image ON requests (image_key) WHERE image_key IS NOT NULL;
CREATE INDEX requests_of_last_image ON requests (last_image_key) WHERE last_image_key IS NOT NULL;
CREATE INDEX requests_of_reference ON requests USING gin (reference_keys) WHERE reference_keys <> '{}';

-- The queue, slots and run times.
CREATE INDEX requests_unfinished_of_user ON requests (user_id)
  WHERE state IN ('pending', 'submitting', 'unknown', 'running', 'collecting');
CREATE INDEX requests_unfinished_of_key ON requests (api_key_id)
  WHERE api_key_id IS NOT NULL AND state IN ('accepting', 'pending', 'submitting', 'unknown', 'running', 'collecting');
CREATE INDEX requests_unfinished ON requests (id)
  WHERE state IN ('pending', 'submitting', 'unknown', 'running', 'collecting');
CREATE INDEX requests_queued ON requests (provider, priority, id) WHERE state = 'pending';
CREATE INDEX requests_waiting ON requests (provider, step_model(model, color_model, colored_key), priority, id)
  WHERE state = 'pending' AND dispatched_at IS NULL;
CREATE INDEX requests_waiting_of_user
  ON requests (user_id, provider, step_model(model, color_model, colored_key), priority, id)
  WHERE state = 'pending' AND dispatched_at IS NULL;
-- The job that has waited longest, for whatever reason.
CREATE INDEX requests_unconfirmed ON requests (accepted_at) WHERE state IN ('pending', 'submitting', 'unknown');
CREATE INDEX requests_waiting_by_deadline ON requests (deadline_at) WHERE state = 'pending' AND dispatched_at IS NULL;
CREATE INDEX requests_next_attempt ON requests (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX requests_with_slot ON requests (provider, user_id)
  WHERE dispatched_at IS NOT NULL AND state IN ('pending', 'submitting', 'unknown', 'running');
CREATE INDEX requests_to_poll ON requests (provider, next_poll_at) WHERE state IN ('running', 'collecting');
CREATE INDEX requests_run_times ON requests (plan_id, provider, completed_at DESC) WHERE state = 'succeeded';
CREATE INDEX requests_late_results ON requests (id) WHERE late_results_until IS NOT NULL;

-- The reconciler.
CREATE INDEX requests_accepting ON requests (created_at) WHERE state = 'accepting';
CREATE INDEX requests_awaiting_payment ON requests (created_at) WHERE state = 'awaiting_payment';
CREATE INDEX requests_to_erase ON requests (erase_at)
  WHERE erase_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX requests_evidence ON requests (evidence_until) WHERE evidence_until IS NOT NULL;
-- Tests, until they are erased.
CREATE INDEX requests_of_tests ON requests (completed_at) WHERE provider = 'test' AND erase_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX requests_in_trash ON requests (user_id, id DESC) WHERE erase_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX requests_unsettled_money ON requests (completed_at)
  WHERE money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled', 'rejected');
CREATE INDEX requests_rejected_of_user ON requests (user_id, id DESC)
  WHERE state = 'rejected' AND money_state = 'returned';
CREATE INDEX requests_rejected_by_age ON requests (completed_at)
  WHERE state = 'rejected' AND money_state = 'returned';

-- The invariants. These rows are rare or missing, so a check costs the same at any number of requests.
CREATE INDEX requests_wrong_money ON requests (id)
  WHERE (state = 'succeeded' AND money_state = 'returned')
     OR (state IN ('failed', 'canceled', 'rejected') AND money_state = 'captured');
CREATE INDEX requests_resubmitted ON requests (id) WHERE resubmissions > 0;
