-- The timeline of each job since its acceptance: what happened, when and by which worker. Append-only, except that an erasure redacts
-- messages.
-- A partition contains the timelines of the jobs that were created in one month (UTC): ids of requests begin with the time. So a
-- timeline is in one partition, and a month that is no longer needed is dropped without deleting rows. A reference to requests would
-- lock that table whenever a partition is added or removed; the functions that write events hold the row of their request.
CREATE TABLE job_events (
  request_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  what text NOT NULL,
  state text NOT NULL,
  lease bigint,
  worker_id text,
  details jsonb,
  PRIMARY KEY (request_id, id)
) PARTITION BY RANGE (request_id);

-- Rows without a partition: events of jobs whose month was archived, for example their erasure. It also receives the rows of a month
-- whose partition could not be created in time, and hands them over.
CREATE TABLE job_events_default PARTITION OF job_events DEFAULT;

-- The timelines of a month that left the database. `sha256` is that of the compressed file.
CREATE TABLE job_event_archives (
  month date PRIMARY KEY,
  key text NOT NULL,
  rows bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT now()
);

-- The whole timeline. A job is accepted once, so its row says when.
CREATE VIEW job_timeline AS
  SELECT id AS request_id, 0::bigint AS id, accepted_at AS at, 'accepted' AS what, 'pending' AS state, NULL::bigint AS lease,
         NULL AS worker_id, NULL::jsonb AS details
    FROM requests WHERE accepted_at IS NOT NULL
   UNION ALL
  SELECT request_id, id, at, what, state, lease, worker_id, details FROM job_events;

-- Trigger function of job_events. Rejects deletes and updates, except an update that does no more than remove
-- details.message of an erased request.
-- Locks: none; reads requests without a lock. Idempotent: it changes no data.
CREATE FUNCTION prevent_job_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    OLD.details := OLD.details - 'message';
    IF NEW = OLD AND EXISTS (SELECT FROM requests WHERE id = OLD.request_id AND erased_at IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'job_events is append-only';
END $$;

CREATE TRIGGER job_events_append_only BEFORE UPDATE OR DELETE ON job_events
  FOR EACH ROW EXECUTE FUNCTION prevent_job_event_change();

-- Removes the providers' messages from the timeline of an erased request, because they may quote its prompt. Error codes
-- stay.
-- Locks: the updated job_events rows. Idempotent: rows without a message are skipped.
CREATE FUNCTION redact_provider_messages(erased uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE job_events SET details = details - 'message' WHERE request_id = erased AND details ? 'message';
$$;

-- The smallest UUID of version 7 of a month (UTC).
CREATE FUNCTION first_id_of_month(month date) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN (lpad(to_hex((extract(epoch FROM month::timestamp AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Creates the partition of a month, which begins with `month`, and moves rows of that month into it.
-- Returns false if it exists.
-- Locks: job_events against other changes of its partitions, and the default partition, which is empty as a rule. It waits 200 ms at
-- most, because every job writes events. Idempotent.
-- Raises: lock_not_available; the caller repeats it later.
CREATE FUNCTION create_job_event_partition(month date) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = generation, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  name text := 'job_events_' || to_char(month, 'YYYY_MM');
  first uuid := first_id_of_month(month);
  last uuid := first_id_of_month((month + interval '1 month')::date);
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE job_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
  LOCK TABLE job_events_default IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM job_events_default WHERE request_id >= first AND request_id < last) THEN
    ALTER TABLE job_events_default DISABLE TRIGGER job_events_append_only;
    EXECUTE format('WITH moved AS (DELETE FROM job_events_default WHERE request_id >= $1 AND request_id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', name) USING first, last;
    ALTER TABLE job_events_default ENABLE TRIGGER job_events_append_only;
  END IF;
  EXECUTE format('ALTER TABLE job_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, last);
  RETURN true;
END $$;

-- Detaches the partition of a month from job_events. Its table stays.
-- Locks: job_events, for an instant. It waits 200 ms at most.
-- Raises: lock_not_available; the caller repeats it later.
CREATE FUNCTION detach_job_event_partition(month date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = generation, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  EXECUTE format('ALTER TABLE job_events DETACH PARTITION %I', 'job_events_' || to_char(month, 'YYYY_MM'));
END $$;

-- Drops the detached table of a month.
-- Locks: the table. It waits 200 ms at most.
-- Raises: raise_exception if the month was not archived or its partition is attached; lock_not_available.
CREATE FUNCTION drop_archived_job_events(archived date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = generation, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  name text := 'job_events_' || to_char(archived, 'YYYY_MM');
BEGIN
  IF NOT EXISTS (SELECT FROM job_event_archives WHERE month = archived)
     OR (SELECT relispartition FROM pg_class WHERE oid = to_regclass(name)) THEN
    RAISE EXCEPTION '% is not archived', name;
  END IF;
  EXECUTE format('DROP TABLE %I', name);
END $$;

REVOKE ALL ON FUNCTION create_job_event_partition, detach_job_event_partition, drop_archived_job_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_job_event_partition, detach_job_event_partition, drop_archived_job_events TO luit_generation;

-- This month and the next three.
SELECT create_job_event_partition((date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date)
  FROM generate_series(0, 3) AS n;
