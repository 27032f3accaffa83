import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { JobAction, JobFilter, JobFilterStatus } from '@luit/contracts/operations/jobs';
import { searchText } from '@luit/contracts/messages/search-text';
import { Conditions, likePattern } from '@luit/platform/database/conditions';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { isUuid } from '@luit/platform/database/is-uuid';
import { HIDDEN, type RequestState, statesSql, UNFINISHED } from '../request-rows/request-states';

/** Text searches cover only this many of the newest jobs, which bounds their cost. */
export const MAX_SEARCHED = 10_000;

const STATES: Record<JobFilterStatus, readonly RequestState[]> = {
  unfinished: UNFINISHED,
  pending: ['pending', 'submitting', 'unknown'],
  unknown: ['unknown'],
  running: ['running', 'collecting'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  canceled: ['canceled'],
};

export function statesOf(status: JobFilterStatus): readonly RequestState[] {
  return STATES[status];
}

/** Conditions on `requests r`. Tests match only if their provider, account or id is asked for. */
export function conditionsOf({ status, type, provider, userId, from, to, q }: JobFilter): Conditions {
  const conditions = new Conditions(`r.state NOT IN (${statesSql(HIDDEN)})`);
  const namesJobs = provider ?? userId ?? (q && isUuid(q));
  if (!namesJobs) conditions.add(`r.provider <> '${TEST_PROVIDER}'`);
  if (status) conditions.add(`r.state IN (${statesSql(STATES[status])})`);
  if (type) conditions.add('r.type = $', type);
  if (provider) conditions.add('r.provider = $', provider);
  if (userId) conditions.add('r.user_id = $', userId);
  if (from) conditions.add('r.id >= $', firstIdAt(from));
  if (to) conditions.add('r.id < $', firstIdAt(to));
  if (q) search(conditions, q);
  return conditions;
}

function search(conditions: Conditions, q: string): void {
  if (isUuid(q)) {
    conditions.add('r.id IN ($::uuid, (SELECT request_id FROM provider_tasks WHERE external_id = $ LIMIT 1))', q, q);
    return;
  }
  // A UNION of two short id lists: an OR between them would be evaluated for every row.
  conditions.add(
    `r.id IN (SELECT request_id FROM provider_tasks WHERE external_id = $
       UNION ALL SELECT id FROM (SELECT id, prompt FROM requests WHERE state NOT IN (${statesSql(HIDDEN)})
         ORDER BY id DESC LIMIT ${MAX_SEARCHED}) AS newest WHERE search_text(prompt) LIKE $)`,
    q,
    likePattern(searchText(q)),
  );
}

/** Which jobs each action is possible for now; SQL on `requests r`. */
export const ALLOWED: Record<JobAction, string> = {
  retry: `(r.state IN ('failed', 'canceled') AND r.money_state IN ('returned', 'refunded') AND r.erase_at IS NULL
    AND NOT EXISTS (SELECT FROM requests again WHERE again.retry_of = r.id AND again.payer_id IS NOT NULL
      AND again.state <> 'rejected') AND r.provider <> '${TEST_PROVIDER}')`,
  cancel: `(r.state IN ('pending', 'submitting', 'unknown', 'running') AND NOT r.cancel_requested)`,
  refund: `((r.state = 'pending' OR (r.state = 'succeeded' AND r.money_state = 'captured')) AND r.provider <> '${TEST_PROVIDER}')`,
};
