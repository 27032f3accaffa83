import { z } from 'zod';
import { incidentSelection } from '../auth/incident-mails';
import { creditCount, id } from '../messages/fields';
import { call } from '../messages/message';

/** Jobs that one incident may have affected. More have to be narrowed down. */
export const MAX_AFFECTED_JOBS = 5_000;

const affectedJob = z.object({
  requestId: id,
  /** A user, or the account of a guest's order. */
  userId: id,
  /** The address of a guest's order, lower case. */
  email: z.string().nullable(),
  credits: creditCount,
  /** Its credits were returned or refunded. */
  isReturned: z.boolean(),
});
export type AffectedJob = z.infer<typeof affectedJob>;

export const affectedJobCalls = {
  /** `validation_failed` for more than 5,000 jobs. */
  listAffectedJobs: call('generation.listAffectedJobs', {
    isForOperators: true,
    input: incidentSelection,
    output: z.object({ jobs: z.array(affectedJob) }),
    timeoutMs: 10_000,
  }),
};
