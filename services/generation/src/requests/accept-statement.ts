import { generationEvents } from '@luit/contracts/generation/messages';
import { submitJob } from '@luit/contracts/generation/submissions';
import { etaSql } from './queue-estimates';
import { ownAheadSql, POSITION_SQL } from './queue-positions';
import { PROGRESS } from './request-record';
import { statesSql, UNFINISHED } from './request-states';

/** BullMQ knows no larger one than 2^21; beyond this all wait alike. */
const LAST_PRIORITY = 100_000;

/**
 * A request in state $8 that its owner's credits are held for becomes a job: its place, its entry in the queue and its news,
 * in one round trip. $1 request, $2 owner, $3 milliseconds until the deadline, $4 the news without its place, $5 correlation,
 * $6 what is expected of such jobs, $7 jobs that one user may have at providers. No row where it is in another state.
 */
export const ACCEPT_SQL = `
  WITH owner AS (
    SELECT count(*) + 1 AS unfinished FROM (
      SELECT 1 FROM requests WHERE user_id = $2 AND state IN (${statesSql(UNFINISHED)})
       LIMIT ${LAST_PRIORITY - 1}) AS jobs
  ), accepted AS (
    UPDATE requests
       SET state = 'pending', progress = ${PROGRESS.accepted}, sequence = 1, priority = owner.unfinished,
           accepted_at = now(),
           deadline_at = now() + $3 * interval '1 millisecond', updated_at = now()
      FROM owner WHERE id = $1 AND state = $8
    RETURNING id, provider, priority, user_id
  -- Materialized, for what looks it up would be done again wherever it is used.
  ), placed AS MATERIALIZED (
    SELECT id, priority, ${POSITION_SQL} AS position, ${ownAheadSql('$7::int')} AS own_ahead FROM accepted r
  ), r AS (
    SELECT *, ${etaSql('$6::jsonb', 'position', 'own_ahead')} AS eta FROM placed
  ), noted AS (
    INSERT INTO job_events (request_id, what, state) SELECT id, 'accepted', 'pending' FROM accepted
  ), told AS (
    INSERT INTO outbox (kind, name, payload, options, correlation)
    SELECT 'job', '${submitJob.name}', jsonb_build_object('id', id), jsonb_build_object('priority', priority), $5 FROM r
    UNION ALL
    SELECT 'event', '${generationEvents.requestUpdated.name}',
           jsonb_set($4::jsonb, '{request}', $4::jsonb -> 'request' || jsonb_build_object('queuePosition', position, 'etaSeconds', eta)),
           NULL, $5 FROM r
  )
  SELECT position, eta FROM r`;
