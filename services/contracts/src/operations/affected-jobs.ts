import { z } from 'zod';
import { creditCount, id, optional, timeInput } from '../messages/fields';
import { call } from '../messages/message';

/** Jobs that one incident may have affected. More have to be narrowed down. */
export const MAX_AFFECTED_JOBS = 5_000;
const MAX_WAIT_MINUTES = 7 * 24 * 60;

export const incidentOutcome = z.enum(['failed', 'canceled', 'unconfirmed', 'waited']);
/** `waited`: it took longer than `waitedMinutes` until a provider had the job. */
export type IncidentOutcome = z.infer<typeof incidentOutcome>;

const PROVIDER = 'Please choose a provider';

export const incidentBody = z.object({
  from: timeInput.describe('Jobs that were created at this time or later'),
  to: timeInput.describe('Jobs that were created before this time'),
  providers: z.array(z.string().min(1).max(64), PROVIDER).min(1, PROVIDER).max(20),
  outcome: incidentOutcome.describe('`waited`: it took longer than `waitedMinutes` until a provider accepted the job'),
  waitedMinutes: optional(z.int().min(1).max(MAX_WAIT_MINUTES)).describe('Required for `waited`, ignored otherwise'),
});
export type IncidentBody = z.infer<typeof incidentBody>;
export const incidentSelection = incidentBody
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    message: 'The end must be after the start',
    path: ['to'],
  })
  .refine(({ outcome, waitedMinutes }) => outcome !== 'waited' || waitedMinutes !== undefined, {
    message: 'Please enter how many minutes the jobs waited',
    path: ['waitedMinutes'],
  });
/** Which jobs an incident affected. */
export type IncidentSelection = z.infer<typeof incidentSelection>;

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
