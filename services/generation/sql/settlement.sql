-- Settles jobs that succeeded, in one round trip: their rows, tasks, timelines and messages.
--   items: [{id, lease, sequence, user_id, correlation, request, settled, output_key, poster_key, content_type, output_bytes,
--   output_seconds, fingerprint, fingerprint_bucket, since_success_ms, has_webhooks}], each id once. `request` is the final update for the owner and
--   `settled` the event, both without the time of completion. They were made from a row that the caller had not locked. With a
--   `webhook_resolution`, the update is published for webhooks as well.
-- Returns the ids of the settled jobs and their times of completion. It skips a job whose row has changed in what the messages
-- contain, that has a duplicate task, whose task is not being tracked, or that another transaction has locked; the caller
-- locks and settles it.
-- Locks: the requests that nobody else has locked, without waiting. Idempotent: a settled job is skipped.
CREATE FUNCTION settle_succeeded_jobs(items jsonb) RETURNS TABLE (settled_id uuid, settled_at timestamptz)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  locked uuid[];
BEGIN
  SELECT array_agg(id) INTO locked FROM (
    SELECT r.id FROM jsonb_to_recordset(items) AS item (id uuid, lease bigint, sequence int, user_id uuid)
      JOIN requests r ON r.id = item.id AND r.lease = item.lease AND r.sequence = item.sequence AND r.user_id = item.user_id
     WHERE r.state IN ('running', 'collecting') ORDER BY r.id FOR UPDATE OF r SKIP LOCKED) AS unchanged;

  -- A statement of its own, because it has to see what was committed before the rows were locked.
  RETURN QUERY
    WITH item AS MATERIALIZED (
      SELECT i.*, date_trunc('milliseconds', clock_timestamp()) AS now
        FROM jsonb_to_recordset(items) AS i (id uuid, correlation text, request jsonb, settled jsonb, output_key text,
          poster_key text, content_type text, output_bytes bigint, output_seconds double precision,
          fingerprint bytea, fingerprint_bucket int, since_success_ms double precision, has_webhooks boolean)
       WHERE i.id = ANY (locked)
         AND NOT EXISTS (SELECT FROM provider_tasks task WHERE task.request_id = i.id AND task.status = 'duplicate')
    ), ended AS (
      UPDATE provider_tasks task SET status = 'ended' FROM item WHERE task.request_id = item.id AND task.status = 'live'
    ), settled AS (
      UPDATE requests r
         SET state = 'succeeded', money_state = 'captured', progress = 100, sequence = r.sequence + 1, completed_at = item.now,
             collecting_at = coalesce(r.collecting_at, item.now - since_success_ms * interval '1 millisecond'),
             lease_expires_at = NULL, promote_requested = false, late_results_until = NULL, updated_at = item.now,
             output_key = item.output_key, poster_key = item.poster_key, content_type = item.content_type,
             output_bytes = item.output_bytes, output_seconds = item.output_seconds,
             fingerprint = item.fingerprint, fingerprint_bucket = item.fingerprint_bucket
        FROM item WHERE r.id = item.id
      RETURNING r.id, r.state, r.lease, r.worker_id, r.completed_at
    ), noted AS (
      INSERT INTO job_events (request_id, what, state, lease, worker_id)
      SELECT id, state, state, lease, worker_id FROM settled
    ), message AS (
      SELECT item.settled, item.correlation, item.has_webhooks, "completedAt",
             item.request || jsonb_build_object('completedAt', "completedAt") AS request
        FROM settled JOIN item USING (id),
             to_jsonb(to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS "completedAt"
    ), published AS (
      INSERT INTO outbox (kind, name, payload, correlation)
      SELECT 'push', 'generation.requestUpdated', jsonb_build_object('request', request), correlation FROM message
       UNION ALL
      SELECT 'event', 'generation.requestSettled', jsonb_set(settled, '{completion,completedAt}', "completedAt"), correlation
        FROM message
       UNION ALL
      SELECT 'event', 'generation.requestChanged',
             jsonb_build_object('request', request), correlation
        FROM message WHERE has_webhooks
    )
    SELECT id, completed_at FROM settled;
END $$;
