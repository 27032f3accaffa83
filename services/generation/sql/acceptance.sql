-- The number of unfinished requests of API keys, including those that are being accepted. Locks the keys until the transaction ends, so
-- that their requests are inserted one batch after another, and each batch counts those before it.
CREATE FUNCTION lock_api_keys(key_ids uuid[]) RETURNS TABLE (key_id uuid, unfinished int) LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two batches with the same keys do not wait for each other.
  PERFORM pg_advisory_xact_lock(hashtextextended('requests of ' || locked.id, 0))
     FROM (SELECT DISTINCT k.id FROM unnest(key_ids) AS k (id) ORDER BY k.id) AS locked;
  -- A statement of its own sees what was committed while the one before waited.
  RETURN QUERY
    SELECT k.id, (SELECT count(*)::int FROM requests r WHERE r.api_key_id = k.id
              AND r.state IN ('accepting', 'pending', 'submitting', 'unknown', 'running', 'collecting'))
      FROM unnest(key_ids) AS k (id);
END $$;

-- Turns requests whose credits are held into pending jobs, in one operation for all that arrive together.
--   items: [{id, user_id, from, correlation, unfinished}] in the order of arrival. `from` is the state that the request must
--   still have; `unfinished` the owner's number of unfinished jobs, null to count them.
-- Returns a row for each request that is pending now: its position in the queue of its provider, at most last_position, and
-- the owner's number of unfinished jobs, this one included. One scan of the front of each queue serves all items.
-- It joins by indexes only, because its cached plan may stem from a time when the table was small.
-- Locks: the requests. Idempotent: a request that is no longer in state `from` is skipped.
CREATE FUNCTION accept_requests(items jsonb, queue_limit_ms bigint, last_position int)
RETURNS TABLE (request_id uuid, queue_position int, owner_unfinished int)
LANGUAGE sql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH item AS MATERIALIZED (
    SELECT * FROM ROWS FROM (jsonb_to_recordset(items) AS
      (id uuid, user_id uuid, "from" text, correlation text, unfinished int)) WITH ORDINALITY
      AS i (id, user_id, "from", correlation, unfinished, n)
  -- Beyond 100,000, the lowest priority, jobs are not counted.
  ), owner AS MATERIALIZED (
    SELECT user_id, coalesce(max(unfinished), (SELECT count(*) FROM (
             SELECT FROM requests WHERE requests.user_id = item.user_id
                AND state IN ('pending', 'submitting', 'unknown', 'running', 'collecting')
              LIMIT 99999) AS jobs)) AS unfinished
      FROM item GROUP BY user_id
  ), numbered AS (
    SELECT item.*, owner.unfinished + row_number() OVER (PARTITION BY user_id ORDER BY n) AS turn
      FROM item JOIN owner USING (user_id)
  ), accepted AS (
    UPDATE requests
       SET state = 'pending', progress = 25, sequence = 1, priority = least(turn, 100000), accepted_at = now(),
           deadline_at = now() + queue_limit_ms * interval '1 millisecond', correlation = numbered.correlation,
           updated_at = now()
      FROM numbered WHERE requests.id = numbered.id AND requests.state = numbered."from"
    RETURNING requests.id, provider, priority, turn
  ), front AS (
    SELECT queue.provider, ahead.priority, ahead.id FROM (SELECT DISTINCT provider FROM accepted) AS queue
     CROSS JOIN LATERAL (SELECT priority, id FROM requests WHERE state = 'pending' AND provider = queue.provider
                          ORDER BY priority, id LIMIT last_position - 1) AS ahead
  ), queued AS (
    SELECT id, turn, row_number() OVER (PARTITION BY provider ORDER BY priority, id) AS position FROM (
      SELECT provider, priority, id, turn FROM accepted UNION ALL SELECT provider, priority, id, NULL FROM front) AS jobs
  )
  SELECT id, least(position, last_position)::int, turn::int FROM queued WHERE turn IS NOT NULL;
$$;
