import { operatorReason } from '../auth/audit-log';
import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const unconfirmedJob = z.object({
  /** When it was submitted. */
  since: timestamp,
  /** When its credits return if no one can say by then whether the provider has its task. */
  endsAt: timestamp,
  /** The result of the latest search: `not_found`, `not_searchable`, or the code of the provider's failure. Null before the first one. */
  lastAnswer: z.object({ answer: z.string(), at: timestamp }).nullable(),
});
/** A job with a submission that may or may not have created a task at its provider. */
export type UnconfirmedJob = z.infer<typeof unconfirmedJob>;

const decision = z.object({ adminId: id, id });

export const unconfirmedJobCalls = {
  /**
   * Tells a worker to search the provider now. Recorded in the audit log. `conflict` if the job is not unconfirmed, or if the queue is
   * paused, because workers then take no searches.
   */
  searchUnconfirmedJob: call('generation.searchUnconfirmedJob', { input: decision, output: empty }),
  /**
   * Ends the job as failed, or as canceled if that was requested, and returns its credits. A task that shows up later gives its output to
   * the owner for free; any other is canceled. Recorded in the audit log. Idempotent; `conflict` if the job is not unconfirmed.
   */
  declareJobLost: call('generation.declareJobLost', {
    input: decision.extend({ reason: operatorReason }),
    output: empty,
  }),
};
