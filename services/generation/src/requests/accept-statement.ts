import { generationEvents } from '@luit/contracts/generation/messages';
import { submitJob } from '@luit/contracts/generation/submissions';
import { etaSql } from '../dispatch/queue-estimates';
import { ownAheadSql, POSITION_SQL } from '../dispatch/queue-positions';
import { PROGRESS } from '../request-state/request-record';
import { statesSql, UNFINISHED } from '../request-state/request-states';

/** BullMQ allows priorities up to 2^21; beyond this value all jobs share one. */
const MAX_PRIORITY = 100_000;

/**
 * Turns a request whose credits are held into a pending job and writes its outbox rows, in one round trip. Returns the queue
 * position and ETA, or no row if the request is not in state $8. Parameters: $1 request, $2 user, $3 milliseconds until the
 * deadline, $4 event payload without position and ETA, $5 correlation id, $6 time estimates as JSON, $7 user concurrency.
 */
export const ACCEPT_SQL = `
  WITH owner AS (
    SELECT count(*) + 1 AS unfinished FROM (
      SELECT 1 FROM requests WHERE user_id = $2 AND state IN (${statesSql(UNFINISHED)})
       LIMIT ${MAX_PRIORITY - 1}) AS jobs
  ), accepted AS (
    UPDATE requests
       SET state = 'pending', progress = ${PROGRESS.accepted}, sequence = 1, priority = owner.unfinished,
           accepted_at = now(),
           deadline_at = now() + $3 * interval '1 millisecond', updated_at = now()
      FROM owner WHERE id = $1 AND state = $8
    RETURNING id, provider, priority, user_id
  -- Materialized, because the subqueries would otherwise run again at each use.
  ), positioned AS MATERIALIZED (
    SELECT id, priority, ${POSITION_SQL} AS position, ${ownAheadSql('$7::int')} AS own_ahead FROM accepted r
  ), r AS (
    SELECT *, ${etaSql('$6::jsonb', 'position', 'own_ahead')} AS eta FROM positioned
  ), noted AS (
    INSERT INTO job_events (request_id, what, state) SELECT id, 'accepted', 'pending' FROM accepted
  ), published AS (
    INSERT INTO outbox (kind, name, payload, options, correlation)
    SELECT 'job', '${submitJob.name}', jsonb_build_object('id', id), jsonb_build_object('priority', priority), $5 FROM r
    UNION ALL
    SELECT 'event', '${generationEvents.requestUpdated.name}',
           jsonb_set($4::jsonb, '{request}', $4::jsonb -> 'request' || jsonb_build_object('queuePosition', position, 'etaSeconds', eta)),
           NULL, $5 FROM r
  )
  SELECT position, eta FROM r`;
