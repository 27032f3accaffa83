const ACCOUNT = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** SQL: a UUID of version 7 of the time; `kind`, three digits, distinguishes rows of a job. */
export const idAt = (time: string, kind: string, number = 'i'): string =>
  `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || '7${kind}8000' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/**
 * The jobs that the tables below are filled from: $1 jobs of $2 people, evenly spread over the last $3 days. Six percent failed and
 * three percent were canceled. `nth` counts the jobs of a person.
 */
export const JOBS = `
  CREATE UNLOGGED TABLE bench_jobs AS
  SELECT i, n, ${ACCOUNT} AS user_id, nth, at, kind, ending, ${idAt('at', '000')} AS id,
         CASE i % 5 WHEN 0 THEN 'fal' ELSE 'replicate' END AS provider, CASE kind WHEN 'restore' THEN 4 ELSE 18 END AS credits,
         encode(sha256(i::text::bytea), 'hex') AS hash
    FROM generate_series(1, $1::int) i,
         LATERAL (SELECT 1 + (i - 1) % $2::int AS n, 1 + (i - 1) / $2::int AS nth,
           now() - ($1::int - i) * ($3::int * 86400.0 / $1::int) * interval '1 second' - interval '3 minutes' AS at,
           CASE WHEN i % 100 < 91 THEN 'succeeded' WHEN i % 100 < 97 THEN 'failed' ELSE 'canceled' END AS ending,
           CASE WHEN i % 17 < 11 THEN 'video' WHEN i % 17 < 15 THEN 'image_video' ELSE 'restore' END AS kind) AS made`;

export const PARTITIONS = `
  SET search_path = generation;
  SELECT create_job_event_partition((date_trunc('month', now() AT TIME ZONE 'UTC') - n * interval '1 month')::date)
    FROM generate_series(1, 13) AS n;
  SET search_path = public`;

const REQUESTS = `
  INSERT INTO generation.requests (id, user_id, idempotency_key, input_hash, type, prompt, image_key, plan_id, model, model_revision, duration,
    resolution, restore, credits, state, provider, client_ref, lease, lease_expires_at, worker_id, accepted_at, first_claim_at,
    submit_before, external_id, submitted_at, collecting_at, dispatched_at, next_poll_at, correlation, run_limit_seconds,
    deadline_at, progress, progress_sent_at, sequence, output_key, poster_key, content_type, output_bytes, output_seconds,
    error_kind, error_code, error_detail, money_state, created_at, updated_at, completed_at)
  SELECT id, user_id, 'web-' || id, hash, kind,
         'A wooden boat drifts down the Brahmaputra at dawn while mist rises from the sandbanks, slow camera, take ' || i,
         CASE kind WHEN 'video' THEN NULL ELSE 'uploads/' || ${idAt(`at - interval '9 seconds'`, '001')} || '.png' END,
         CASE kind WHEN 'restore' THEN 'restore-standard' ELSE '5s-480p' END,
         CASE kind WHEN 'restore' THEN 'gfpgan' ELSE 'seedance' END, 1, CASE kind WHEN 'restore' THEN NULL ELSE 5 END,
         CASE kind WHEN 'restore' THEN 'standard' ELSE '480p' END,
         CASE kind WHEN 'restore' THEN '{"quality":"standard","enhancement":"standard","colorRestoration":false}'::jsonb END,
         credits, ending, provider, 'luit-' || id, 3, NULL, 'worker-1-4711', at, at, at + interval '1 minute',
         'task-' || substr(hash, 1, 24), at + interval '1 second', at + interval '39 seconds', at, at + interval '39 seconds',
         ${idAt('at', '002')}::text, 900, at + interval '15 minutes', 100, at + interval '30 seconds', 7,
         CASE ending WHEN 'succeeded' THEN 'outputs/' || id || '/video.mp4' END,
         CASE ending WHEN 'succeeded' THEN 'outputs/' || id || '/poster.jpg' END,
         CASE ending WHEN 'succeeded' THEN 'video/mp4' END, CASE ending WHEN 'succeeded' THEN 2400000 END,
         CASE ending WHEN 'succeeded' THEN 5.04 END, CASE ending WHEN 'failed' THEN 'provider' END,
         CASE ending WHEN 'failed' THEN 'provider_error' END,
         CASE ending WHEN 'failed' THEN 'The provider reported an internal error' END,
         CASE ending WHEN 'succeeded' THEN 'captured' ELSE 'returned' END, at, at + interval '40 seconds', at + interval '40 seconds'
    FROM bench_jobs ORDER BY i`;

const TASKS = `
  INSERT INTO generation.provider_tasks (provider, external_id, request_id, status, recorded_at)
  SELECT provider, external_id, id, 'ended', submitted_at FROM generation.requests ORDER BY id`;

const EVENTS = `
  INSERT INTO generation.job_events (request_id, at, what, state, lease, worker_id, details)
  SELECT id, at + after * interval '1 second', what, state, 1, 'worker-1-4711', details
    FROM bench_jobs, LATERAL (VALUES
      (0, 'submission claimed', 'submitting', NULL),
      (1, 'submitted', 'running', jsonb_build_object('externalId', 'task-' || substr(hash, 1, 24))),
      (39, 'collecting', 'collecting', NULL),
      (40, ending, ending, NULL)) AS event (after, what, state, details) ORDER BY i, after`;

const CALLBACKS = `
  INSERT INTO generation.provider_events (id, provider, event_id, request_id, headers, raw_body, received_at, read_at)
  SELECT ${idAt(`at + interval '38 seconds'`, '003')}, provider, 'msg_' || substr(hash, 1, 26), id,
         jsonb_build_object('webhook-id', 'msg_' || substr(hash, 1, 26), 'webhook-timestamp', '1790000000', 'webhook-signature', 'v1,' || hash),
         jsonb_build_object('id', hash, 'status', 'succeeded', 'logs', repeat(hash, 8), 'output', 'https://example.com/' || hash)::text,
         at + interval '38 seconds', at + interval '39 seconds'
    FROM bench_jobs WHERE at > now() - interval '30 days' ORDER BY i`;

const INBOX = `
  INSERT INTO generation.inbox (event_id, handled_at)
  SELECT ${idAt('at', '004')}, at FROM bench_jobs WHERE ending <> 'succeeded' AND at > now() - interval '3 days'`;

export const GENERATION_HISTORY = [REQUESTS, TASKS, EVENTS, CALLBACKS, INBOX];
