-- The dispatch of waiting jobs to providers.

-- Submissions that a provider's rate limit still allows: a token bucket, counted at `counted_at`. A provider without a row
-- has a full bucket.
CREATE TABLE submission_tokens (
  provider text PRIMARY KEY,
  tokens double precision NOT NULL,
  counted_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Jobs without a slot. A lane is a provider and the model of the current step; each lane is in fair order by (priority, id).
CREATE VIEW waiting_jobs AS
  SELECT id, user_id, provider, step_model(model, color_model, colored_key) AS model, priority, next_attempt_at, deadline_at,
         updated_at, accepted_at, resubmissions > 0 AS is_pinned
    FROM requests WHERE state = 'pending' AND dispatched_at IS NULL;

-- One row per occupied slot, from the dispatch of a job until its task has ended.
CREATE VIEW occupied_slots AS
  SELECT id, provider, user_id FROM requests
   WHERE dispatched_at IS NOT NULL AND state IN ('pending', 'submitting', 'unknown', 'running');

-- Jobs after an unknown submission, whose task a worker has to search for now. They keep their slot.
CREATE VIEW due_searches AS
  SELECT id, next_attempt_at FROM requests
   WHERE state IN ('submitting', 'unknown') AND next_attempt_at <= now() AND lease_expires_at <= now();

-- Providers whose half-open circuit breaker a job probes now. The probe ends as soon as the job has left the provider,
-- whatever became of it.
CREATE VIEW running_probes AS
  -- Not a join, which a plan from the time of an empty table would do by reading all requests.
  SELECT provider, probe_until FROM provider_health health
   WHERE probe_until > now() AND (
     SELECT r.provider = health.provider AND r.dispatched_at IS NOT NULL AND r.state IN ('pending', 'submitting', 'unknown')
       FROM requests r WHERE r.id = health.probe_request);

-- The functions below disable plans that read the whole table: their cached plans may stem from a time when it was small. Then all
-- partial indexes look alike as well, so queries ask for an order that only the right index provides, and sorting is disabled too.
-- The larger functions also force generic plans: Postgres would otherwise plan their queries at each call, which takes longer than
-- running them.

-- Whether a search is due.
CREATE FUNCTION has_due_search() RETURNS boolean LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_sort = off AS $$
  SELECT (SELECT id FROM due_searches ORDER BY next_attempt_at LIMIT 1) IS NOT NULL;
$$;

-- The lanes with waiting jobs, each found with one descent of the index, and what else is due.
CREATE FUNCTION queue_state(OUT lanes jsonb, OUT has_expired boolean, OUT has_due_searches boolean, OUT next_due_ms int)
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  WITH RECURSIVE lane AS (
    (SELECT provider, model FROM waiting_jobs ORDER BY provider, model LIMIT 1)
    UNION ALL
    SELECT next.provider, next.model FROM lane, LATERAL (
      SELECT provider, model FROM waiting_jobs
       WHERE (provider, model) > (lane.provider, lane.model) ORDER BY provider, model LIMIT 1) AS next
  )
  SELECT coalesce((SELECT jsonb_agg(lane) FROM lane), '[]'),
         coalesce((SELECT min(deadline_at) FROM waiting_jobs) <= now(), false),
         has_due_search(),
         (SELECT ceil(extract(epoch FROM min(next_attempt_at) - now()) * 1000)::int FROM requests
           WHERE next_attempt_at > now());
$$;

-- Tokens of a provider now. The bucket holds a tenth of a minute's tokens and refills evenly.
CREATE FUNCTION submission_tokens_of(target text, per_minute int) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT least(greatest(1, per_minute / 10.0),
                  tokens + extract(epoch FROM clock_timestamp() - counted_at)::float8 * per_minute / 60)
       FROM submission_tokens WHERE provider = target),
    greatest(1, per_minute / 10.0));
$$;

-- Ends the back-off of the jobs that a provider refused before it recovered. The dispatcher paces them.
-- Locks: the waiting jobs; locked ones are skipped. Idempotent.
CREATE FUNCTION end_backoff(target text) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
  UPDATE requests SET next_attempt_at = NULL WHERE id IN (
    SELECT id FROM requests
     WHERE provider = target AND state = 'pending' AND dispatched_at IS NULL AND next_attempt_at > now()
       FOR UPDATE SKIP LOCKED);
$$;

-- Resets the circuit breaker of a provider that has accepted a job, and ends the back-offs of its jobs. Returns false if there
-- was nothing to reset.
-- Locks: the provider's row and the waiting jobs; locked jobs are skipped. Idempotent.
CREATE FUNCTION record_provider_success(target text) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  was_counted boolean;
BEGIN
  UPDATE provider_health
     SET failures = 0, trips = 0, open_until = NULL, tripped_at = NULL, probe_request = NULL, probe_until = NULL, reason = NULL,
         is_account_refused = false, is_check_refused = false, is_reachable = true, keyless_since = NULL, changed_at = now()
   WHERE provider = target AND (failures > 0 OR open_until IS NOT NULL OR keyless_since IS NOT NULL)
  RETURNING old.failures > 0 OR old.open_until IS NOT NULL INTO was_counted;
  IF was_counted IS NOT TRUE THEN RETURN false; END IF;
  PERFORM end_backoff(target);
  RETURN true;
END $$;

-- The jobs that a provider can start now, in fair order: as many as it has free slots and tokens, and of each user as many as
-- the user has free slots. A job backs off only from the provider that refused it. The last free slot of every twenty is for a
-- user without a slot, who then need not wait until somebody's job ends.
--   target: {provider, slots, submitsPerMinute, isProbe, lanes: [{provider, model, isForPinned, isForOthers, afterSeconds}]}. A job that was
--   resubmitted is pinned to its provider. A lane with `afterSeconds` has only the jobs that have waited longer for another provider.
-- It reads the first jobs of each lane only. If those are of users without a free slot, it reads the first jobs of each
-- waiting user instead, so its cost does not depend on the number of waiting jobs.
CREATE FUNCTION runnable_jobs(target jsonb, user_slots int) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Jobs of a lane that are read beyond those that can start.
  window_size CONSTANT int := 200;
  free int := (target ->> 'slots')::int - (SELECT count(*) FROM occupied_slots WHERE provider = target ->> 'provider');
  -- Free slots that any user may take.
  common int := free - (target ->> 'slots')::int / 20;
  most int;
  window_full boolean;
  found uuid[];
BEGIN
  most := least(
    free,
    floor(submission_tokens_of(target ->> 'provider', (target ->> 'submitsPerMinute')::int)),
    CASE WHEN (target ->> 'isProbe')::boolean THEN 1 END);
  IF most <= 0 THEN RETURN '{}'; END IF;

  WITH lane AS (
    SELECT * FROM jsonb_to_recordset(target -> 'lanes')
      AS lane (provider text, model text, "isForPinned" boolean, "isForOthers" boolean, "afterSeconds" int)
  ), used AS (
    SELECT user_id, count(*) AS slots FROM occupied_slots GROUP BY user_id
  ), first AS (
    SELECT job.*, row_number() OVER (PARTITION BY job.provider, job.model) AS nth FROM lane, LATERAL (
      SELECT w.* FROM waiting_jobs w
       WHERE w.provider = lane.provider AND w.model = lane.model
         AND CASE WHEN w.is_pinned THEN lane."isForPinned" ELSE lane."isForOthers" END
         AND (lane."afterSeconds" IS NULL OR w.accepted_at <= now() - lane."afterSeconds" * interval '1 second')
         AND (w.next_attempt_at IS NULL OR w.next_attempt_at <= now() OR w.provider <> target ->> 'provider')
       ORDER BY w.priority, w.id LIMIT most + window_size) AS job
  ), ranked AS (
    SELECT first.id, first.priority,
           row_number() OVER (PARTITION BY user_id ORDER BY first.priority, first.id) + coalesce(used.slots, 0) AS slot
      FROM first LEFT JOIN used USING (user_id)
  ), ordered AS (
    SELECT *, row_number() OVER (ORDER BY priority, id) AS place FROM ranked WHERE slot <= user_slots
  ), chosen AS (
    SELECT id, priority FROM ordered WHERE slot = 1 OR place <= common ORDER BY priority, id LIMIT most
  )
  SELECT (SELECT coalesce(array_agg(id ORDER BY priority, id), '{}') FROM chosen),
         EXISTS (SELECT FROM first WHERE nth = most + window_size)
    INTO found, window_full;
  IF cardinality(found) = most OR NOT window_full THEN RETURN found; END IF;

  WITH RECURSIVE lane AS (
    SELECT * FROM jsonb_to_recordset(target -> 'lanes')
      AS lane (provider text, model text, "isForPinned" boolean, "isForOthers" boolean, "afterSeconds" int)
  ), used AS (
    SELECT user_id, count(*) AS slots FROM occupied_slots GROUP BY user_id
  ), waiting AS (
    (SELECT user_id FROM waiting_jobs ORDER BY user_id LIMIT 1)
    UNION ALL
    SELECT (SELECT w.user_id FROM waiting_jobs w WHERE w.user_id > waiting.user_id ORDER BY w.user_id LIMIT 1)
      FROM waiting WHERE waiting.user_id IS NOT NULL
  ), first AS (
    SELECT job.id, job.priority, owner.slots, owner.room,
           row_number() OVER (PARTITION BY owner.user_id ORDER BY job.priority, job.id) AS nth
      FROM (SELECT user_id, coalesce(used.slots, 0) AS slots, least(most, user_slots - coalesce(used.slots, 0)) AS room
              FROM waiting LEFT JOIN used USING (user_id) WHERE user_id IS NOT NULL) AS owner,
           lane, LATERAL (
             SELECT w.id, w.priority FROM waiting_jobs w
              WHERE w.user_id = owner.user_id AND w.provider = lane.provider AND w.model = lane.model
                AND CASE WHEN w.is_pinned THEN lane."isForPinned" ELSE lane."isForOthers" END
                AND (lane."afterSeconds" IS NULL OR w.accepted_at <= now() - lane."afterSeconds" * interval '1 second')
                AND (w.next_attempt_at IS NULL OR w.next_attempt_at <= now() OR w.provider <> target ->> 'provider')
              ORDER BY w.priority, w.id LIMIT greatest(0, owner.room)) AS job
     WHERE owner.room > 0
  ), ordered AS (
    SELECT *, row_number() OVER (ORDER BY priority, id) AS place FROM first WHERE nth <= room
  ), chosen AS (
    SELECT id, priority FROM ordered WHERE slots + nth = 1 OR place <= common ORDER BY priority, id LIMIT most
  )
  SELECT coalesce(array_agg(id ORDER BY priority, id), '{}') INTO found FROM chosen;
  RETURN found;
END $$;

-- Gives slots to the runnable jobs of each target and returns them, together with the searches that are due.
-- Locks: an advisory lock until the transaction ends, so that replicas never give the same free slot twice; locked rows are
-- skipped. Not idempotent: the caller enqueues exactly the returned jobs.
CREATE FUNCTION dispatch_jobs(targets jsonb, user_slots int)
RETURNS TABLE (request_id uuid, dispatched timestamptz, from_provider text, to_provider text, accepted_by text)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  target jsonb;
  chosen uuid[];
  -- How long a probe of a half-open circuit breaker may take to report.
  probe_time CONSTANT interval := '1 minute';
BEGIN
  PERFORM pg_advisory_xact_lock(7105209);
  FOR target IN SELECT * FROM jsonb_array_elements(targets) LOOP
    -- The plan may be older than an operator's decision.
    CONTINUE WHEN EXISTS (
      SELECT FROM provider_instances WHERE id = target ->> 'provider' AND state <> 'on');
    chosen := runnable_jobs(target, user_slots);
    CONTINUE WHEN chosen = '{}';
    SELECT coalesce(array_agg(id), '{}') INTO chosen FROM (
      SELECT id FROM requests WHERE id = ANY (chosen) AND state = 'pending' AND dispatched_at IS NULL ORDER BY id
         FOR UPDATE SKIP LOCKED) AS locked;
    CONTINUE WHEN chosen = '{}';

    IF (target ->> 'isProbe')::boolean THEN
      UPDATE provider_health SET probe_request = chosen[1], probe_until = now() + probe_time
       WHERE provider = target ->> 'provider' AND open_until <= now()
         AND provider NOT IN (SELECT provider FROM running_probes);
      CONTINUE WHEN NOT FOUND;
    END IF;

    INSERT INTO submission_tokens VALUES (target ->> 'provider',
      submission_tokens_of(target ->> 'provider', (target ->> 'submitsPerMinute')::int) - cardinality(chosen), clock_timestamp())
    ON CONFLICT (provider) DO UPDATE SET tokens = excluded.tokens, counted_at = excluded.counted_at;

    RETURN QUERY
      WITH dispatched_now AS (
        UPDATE requests SET dispatched_at = date_trunc('milliseconds', clock_timestamp()), next_attempt_at = NULL,
               provider = target ->> 'provider', updated_at = now()
         WHERE id = ANY (chosen)
        RETURNING new.id, new.dispatched_at, old.provider AS before, new.provider AS after, new.correlation, new.priority,
                  new.state, new.lease
      ), noted AS (
        INSERT INTO job_events (request_id, what, state, lease, details)
        SELECT id, 'provider changed', state, lease, jsonb_build_object('from', before, 'to', after)
          FROM dispatched_now WHERE before <> after
      )
      SELECT id, dispatched_at, before, after, correlation FROM dispatched_now ORDER BY priority, id;
  END LOOP;

  IF NOT has_due_search() THEN RETURN; END IF;
  RETURN QUERY
    UPDATE requests SET dispatched_at = date_trunc('milliseconds', clock_timestamp()), next_attempt_at = NULL, updated_at = now()
     WHERE id IN (SELECT id FROM requests WHERE id IN (SELECT id FROM due_searches) FOR UPDATE SKIP LOCKED)
    RETURNING new.id, new.dispatched_at, new.provider, new.provider, new.correlation;
END $$;

-- After a restore to an earlier time: a job that was waiting then may have been submitted since. So a worker searches its provider first, as
-- after a submission whose response was lost, and submits it only if the provider certainly has no task. A job that may have moved to another
-- provider since counts as resubmitted: if its provider has no task, it fails and its credits are returned. An order that was unpaid then may
-- have been paid and submitted since: a time in submit_before marks it, and this function is called for its job when its payment is found.
--   job: doubts only this one.
CREATE FUNCTION doubt_waiting_jobs(job uuid DEFAULT NULL) RETURNS int LANGUAGE sql AS $$
  UPDATE requests SET submit_before = now() WHERE job IS NULL AND state = 'awaiting_payment';
  UPDATE requests SET resubmissions = 1
   WHERE state IN ('pending', 'submitting', 'unknown') AND (job IS NULL OR id = job) AND EXISTS (
     SELECT FROM published_models m, unnest(m.usable_providers) AS usable (provider)
      WHERE m.id = step_model(requests.model, color_model, colored_key) AND usable.provider <> requests.provider);
  WITH doubted AS (
    UPDATE requests
       SET state = 'unknown', lease_expires_at = now(), submit_before = now(), next_attempt_at = now(),
           dispatched_at = coalesce(dispatched_at, now()),
           deadline_at = coalesce(deadline_at, now() + run_limit_seconds * interval '1 second'), updated_at = now()
     WHERE state = 'pending' AND (job IS NULL OR id = job)
    RETURNING id, state, lease
  ), noted AS (
    INSERT INTO job_events (request_id, what, state, lease) SELECT id, 'submission unknown', state, lease FROM doubted
  )
  SELECT count(*)::int FROM doubted
$$;
