import type { JobEvent } from '@luit/contracts/operations/jobs';
import type { UnconfirmedJob } from '@luit/contracts/operations/unconfirmed-jobs';
import type { RequestEntity } from '../request-state/request.entity';
import { SEARCHED } from '../submissions/unconfirmed-jobs.service';

/** What operators see of an unconfirmed submission; null if it is none. */
export function unconfirmedOf(
  { state, leaseExpiresAt, submitBefore }: RequestEntity,
  timeline: JobEvent[],
  limitMs: number,
): UnconfirmedJob | null {
  const isForsaken = state === 'submitting' && (leaseExpiresAt?.getTime() ?? 0) <= Date.now();
  if ((state !== 'unknown' && !isForsaken) || !submitBefore) return null;
  const answered = timeline.findLast(({ what }) => what === SEARCHED);
  return {
    since: submitBefore.toISOString(),
    endsAt: new Date(submitBefore.getTime() + limitMs).toISOString(),
    lastAnswer: answered ? { answer: String(answered.details?.answer), at: answered.at } : null,
  };
}
