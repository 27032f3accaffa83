import { generationEvents } from '@luit/contracts/generation/messages';
import { PROGRESS } from '../request-rows/request-states';

/**
 * SQL: records the task of a claimed job with its first poll, in one round trip. No row if another claim or report came first, or
 * the task is already known. Returns whether the first poll is due at once, and whether a circuit breaker closed. Parameters:
 * $1 provider, $2 request, $3 lease, $4 sequence, $5 external id, $6 milliseconds until the first poll, $7 correlation.
 */
const recordSql = (news: string) => `
  WITH locked AS (
    SELECT id, provider, promote_requested OR cancel_requested AS is_urgent FROM requests
     WHERE id = $2 AND provider = $1 AND lease = $3 AND sequence = $4 AND state IN ('submitting', 'unknown')
       FOR UPDATE
  ), task AS (
    INSERT INTO provider_tasks (provider, external_id, request_id, status)
    SELECT provider, $5, id, 'live' FROM locked ON CONFLICT DO NOTHING RETURNING request_id
  ), recorded AS (
    UPDATE requests r
       SET state = 'running', external_id = $5, submitted_at = clock_timestamp(), lease_expires_at = NULL,
           next_attempt_at = NULL, correlation = $7,
           next_poll_at = clock_timestamp() + CASE WHEN is_urgent THEN 0 ELSE $6::int END * interval '1 millisecond',
           progress = greatest(progress, ${PROGRESS.running}), progress_sent_at = clock_timestamp(),
           sequence = sequence + 1, updated_at = clock_timestamp()
      FROM task, locked WHERE r.id = task.request_id
    RETURNING r.id, r.state, r.lease, r.worker_id, is_urgent
  ), noted AS (
    INSERT INTO job_events (request_id, what, state, lease, worker_id, details)
    SELECT id, 'submitted', state, lease, worker_id, jsonb_build_object('externalId', $5::text) FROM recorded
  )${news}, recovered AS (
    SELECT record_provider_success($1) AS is_recovered FROM recorded
  )
  SELECT is_urgent AS "isUrgent", is_recovered AS "isRecovered" FROM recorded, recovered`;

export const RECORD_SQL = recordSql('');
/**
 * The same, which also publishes $8 for webhooks. A statement that names the outbox wakes its relay, so the others do not name it.
 */
export const RECORD_AND_PUBLISH_SQL = recordSql(`, published AS (
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT 'event', '${generationEvents.requestChanged.name}', $8::jsonb, $7 FROM recorded
  )`);
