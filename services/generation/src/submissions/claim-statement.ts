import { columnsOf } from '@luit/platform/database/columns-of';
import { RequestEntity } from '../request-rows/request.entity';

/**
 * Claims a dispatched job, in one round trip. No row if the job is not dispatched, is past its deadline, or its provider no
 * longer admits jobs. Parameters: $1 request, $2 worker, $3 milliseconds of the lease, $4 milliseconds to submit.
 */
export const CLAIM_SQL = `
  WITH claimed AS (
    UPDATE requests r
       SET state = 'submitting', lease = lease + 1, worker_id = $2,
           lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond',
           submit_before = clock_timestamp() + $4 * interval '1 millisecond',
           first_claim_at = coalesce(first_claim_at, clock_timestamp()),
           deadline_at = CASE WHEN first_claim_at IS NULL
             THEN clock_timestamp() + run_limit_seconds * interval '1 second' ELSE deadline_at END,
           promote_requested = false, updated_at = clock_timestamp()
     WHERE id = $1 AND state = 'pending' AND dispatched_at IS NOT NULL AND (deadline_at IS NULL OR deadline_at > now())
       AND NOT EXISTS (SELECT FROM provider_health health
                        WHERE health.provider = r.provider
                          AND (health.open_until > now() OR health.paused_until > now()))
       AND NOT EXISTS (SELECT FROM provider_instances i WHERE i.id = r.provider AND i.state <> 'on')
    RETURNING *
  ), noted AS (
    INSERT INTO job_events (request_id, what, state, lease, worker_id)
    SELECT id, 'submission claimed', state, lease, worker_id FROM claimed
  )
  SELECT ${columnsOf(RequestEntity)} FROM claimed`;
