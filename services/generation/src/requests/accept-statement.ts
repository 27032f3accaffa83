import { etaSql } from '../estimates/queue-estimates';
import { LAST_POSITION } from '../estimates/queue-positions';
import { PROGRESS } from '../request-state/request-record';
import { statesSql, UNFINISHED } from '../request-state/request-states';

/** BullMQ allows priorities up to 2^21; beyond this value all jobs share one. */
export const MAX_PRIORITY = 100_000;

/** A request whose credits are held, as the statement reads it. */
export interface AcceptedItem {
  id: string;
  user_id: string;
  /** The state that it must still have. */
  from: string;
  correlation: string | null;
  /** Its `EstimatedTimes`. */
  times: object | null;
  /** The owner's number of unfinished jobs; null to count them. */
  unfinished: number | null;
}

/** A row that the statement returns for each request that is pending now. */
export interface AcceptedRow {
  id: string;
  position: number;
  eta: number | null;
  /** The owner's number of unfinished jobs, this one included. */
  unfinished: number;
}

/**
 * Turns requests into pending jobs, in one round trip. Returns no row for a request whose state has changed. Parameters: $1
 * `AcceptedItem`s as JSON, in the order of arrival, $2 milliseconds until the deadline, $3 user concurrency. The queue position is exact up to LAST_POSITION; one scan of each provider's queue serves the whole batch.
 */
export const ACCEPT_SQL = `
  WITH item AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS
      (id uuid, user_id uuid, "from" text, correlation text, times jsonb, unfinished int)) WITH ORDINALITY
      AS i (id, user_id, "from", correlation, times, unfinished, n)
  ), owner AS (
    SELECT user_id, coalesce(max(unfinished), (SELECT count(*) FROM (
             SELECT FROM requests WHERE requests.user_id = item.user_id AND state IN (${statesSql(UNFINISHED)})
              LIMIT ${MAX_PRIORITY - 1}) AS jobs)) AS unfinished
      FROM item GROUP BY user_id
  ), numbered AS (
    SELECT item.*, owner.unfinished + row_number() OVER (PARTITION BY user_id ORDER BY n) AS turn
      FROM item JOIN owner USING (user_id)
  ), accepted AS (
    UPDATE requests
       SET state = 'pending', progress = ${PROGRESS.accepted}, sequence = 1,
           priority = least(turn, ${MAX_PRIORITY}), accepted_at = now(),
           deadline_at = now() + $2 * interval '1 millisecond', correlation = numbered.correlation, updated_at = now()
      FROM numbered WHERE requests.id = numbered.id AND requests.state = numbered."from"
    RETURNING requests.id, provider, priority, n, turn, times
  ), front AS (
    SELECT queue.provider, ahead.priority, ahead.id FROM (SELECT DISTINCT provider FROM accepted) AS queue
     CROSS JOIN LATERAL (SELECT priority, id FROM requests WHERE state = 'pending' AND provider = queue.provider
                          ORDER BY priority, id LIMIT ${LAST_POSITION - 1}) AS ahead
  ), queued AS (
    SELECT id, n, row_number() OVER (PARTITION BY provider ORDER BY priority, id) AS position FROM (
      SELECT provider, priority, id, n FROM accepted UNION ALL SELECT provider, priority, id, NULL FROM front) AS jobs
  ), positioned AS (
    SELECT accepted.*, least(position, ${LAST_POSITION})::int AS position, greatest(0, turn - $3::int) AS own_ahead
      FROM queued JOIN accepted USING (id) WHERE queued.n IS NOT NULL
  ), r AS MATERIALIZED (
    SELECT *, ${etaSql('times', 'position', 'own_ahead')} AS eta FROM positioned
  ), noted AS (
    INSERT INTO job_events (request_id, what, state) SELECT id, 'accepted', 'pending' FROM r ORDER BY n
  )
  SELECT id, position, eta, turn::int AS unfinished FROM r`;
