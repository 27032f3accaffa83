import { MAX_RUNNER_SLOTS, RUNNER_LEASE_SECONDS } from '@luit/contracts/generation/runner-limits';

/** A runner is online if it called within this time. Waiting runners are recorded every 5 s, and busy ones renew their leases as often. */
export const ONLINE_SECONDS = 15;
/** How long a job waits for a runner before its request looks for another route. */
export const CLAIM_SECONDS = 5;
/** A job that so many runners claimed and did not finish fails: it may be what stops them. */
export const MAX_ATTEMPTS = 6;
/** SQL: so many runners have claimed the job `j`. */
export const IS_EXHAUSTED = `j.lease >= ${MAX_ATTEMPTS}`;
/** The failure of such a job, as JSON. */
export const EXHAUSTED = JSON.stringify({
  kind: 'provider',
  code: 'runner_attempts',
  message: `${MAX_ATTEMPTS} claims did not finish it`,
});

/** SQL: the runner `r` has called a moment ago. */
export const IS_ONLINE = `r.seen_at > now() - interval '${ONLINE_SECONDS} seconds'`;
export const NEXT_LEASE = `now() + interval '${RUNNER_LEASE_SECONDS} seconds'`;

/** How long the output of a request that timed out may arrive late. */
const LATE = `interval '1 day'`;
/** SQL: the request of the job `j` failed because no provider made it in time; a late output goes to its owner. */
export const TAKES_LATE_OUTPUT = `EXISTS (
  SELECT FROM requests WHERE id = j.request_id AND state = 'failed' AND error_kind = 'timeout' AND late_output_key IS NULL
     AND erase_at IS NULL AND completed_at > now() - ${LATE})`;
/** SQL: an operator has stopped the instance of the job `j`. What an operator tries runs nevertheless. */
export const IS_STOPPED = `(j.request_id IS NOT NULL AND EXISTS (
  SELECT FROM provider_instances i WHERE i.id = j.instance AND i.state <> 'on'))`;

/** SQL: the runner of the job `j` may go on although the job counts as lost, because its request has nothing better. */
export const IS_STILL_WANTED = `(j.state <> 'lost' OR ${TAKES_LATE_OUTPUT}
  OR EXISTS (SELECT FROM requests WHERE id = j.request_id AND state = 'pending'))`;

/**
 * SQL: records that the runners in $1 have called. Of a token with many runners only the known ones are recorded, so that invented ids fill
 * nothing.
 */
export const RECORD_RUNNERS = (most: number) => `
  INSERT INTO runners AS r (token_id, id, slots, engines, version, gpu)
  SELECT seen."tokenId", seen.runner, least(seen.slots, ${MAX_RUNNER_SLOTS}), seen.engines, seen.version, seen.gpu
    FROM jsonb_to_recordset($1) AS seen ("tokenId" uuid, runner uuid, slots int, engines text[], version text, gpu text)
    JOIN runner_tokens t ON t.id = seen."tokenId" AND t.revoked_at IS NULL
   WHERE EXISTS (SELECT FROM runners known WHERE known.token_id = t.id AND known.id = seen.runner)
      OR (SELECT count(*) FROM runners known WHERE known.token_id = t.id) < ${most}
   ORDER BY 1, 2
  ON CONFLICT (token_id, id) DO UPDATE
     SET slots = excluded.slots, engines = excluded.engines, version = excluded.version, gpu = excluded.gpu, seen_at = now()`;

export interface RunnerJobRef {
  id: string;
  submissions: number;
}

/** The id of a task of a provider belongs to one submission; `jobIdOf` of the contracts finds the job. */
export function externalIdOf({ id, submissions }: RunnerJobRef): string {
  return `${id}.${submissions}`;
}
