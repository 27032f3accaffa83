import { z } from 'zod';
import { empty } from '../messages/fields';
import { jobResult } from '../messages/job-result';
import { call, job } from '../messages/message';
import { fingerprint } from './verifications';
import { byWorker, leased, providerTask, strayResults, strayTasks, waitOrNone } from './provider-tasks';

const lateResultClaim = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('check'),
    lease: z.number(),
    task: providerTask,
    /** May still produce an output, which its owner gets for free. */
    lateTask: z.string().nullable(),
    /** It is unknown whether the job has a task: search the provider for the reference, from this time on. */
    findSince: z.iso.datetime().optional(),
    others: strayTasks,
  }),
  ...waitOrNone,
]);
/** A finished job that may still have running tasks at the provider. */
export type LateResultClaim = z.infer<typeof lateResultClaim>;

export const lateResultCalls = {
  claimLateResultCheck: call('generation.claimLateResultCheck', { input: byWorker, output: lateResultClaim }),
  /** State and money stay as they are. */
  attachLateOutput: call('generation.attachLateOutput', {
    input: leased.extend({
      outputKey: z.string(),
      posterKey: z.string().nullable(),
      contentType: z.string(),
      bytes: z.number(),
      /** Null if the output is too plain for a fingerprint. Workers of the previous release send none. */
      fingerprint: fingerprint.nullish(),
    }),
    output: empty,
  }),
  /** `isOver`: the late task can no longer produce an output. `isAbsent`: the provider was searched and has no such task. */
  recordLateResultCheck: call('generation.recordLateResultCheck', {
    input: leased.extend({
      isOver: z.boolean(),
      isAbsent: z.boolean().optional(),
      others: strayResults.optional(),
    }),
    output: jobResult,
  }),
};

/** Checks the tasks that may still run at a provider for a finished job. */
export const lateResultJob = job('late-result', 'worker', 'generation');
