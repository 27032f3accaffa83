-- The timeline of each job since its acceptance: what happened, when and by which worker. Append-only, except that an erasure redacts
-- messages.
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
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER job_events_append_only BEFORE UPDATE OR DELETE ON job_events
  FOR EACH ROW EXECUTE FUNCTION prevent_job_event_change();

-- Removes the providers' messages from the timeline of an erased request, because they may quote its prompt. Error codes
-- stay.
-- Locks: the updated job_events rows. Idempotent: rows without a message are skipped.
CREATE FUNCTION redact_provider_messages(erased uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE job_events SET details = details - 'message' WHERE request_id = erased AND details ? 'message';
$$;
