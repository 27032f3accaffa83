import { z } from 'zod';
import { id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { jobAction, jobFilter } from './jobs';

/** How many jobs an action would affect, and their credits. */
export const actionPreview = z.object({ jobs: z.number(), credits: z.number() });

const actionResult = actionPreview.extend({
  /** Jobs that are still to be processed in the background. */
  left: z.number(),
  /** Jobs that changed meanwhile, and why; at most 20. */
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
  /** New requests of a retry, at most 20. */
  created: z.array(z.string()),
});
/** What an action did. */
export type ActionResult = z.infer<typeof actionResult>;

export const jobActionCalls = {
  /** What the action would affect now. */
  previewJobAction: call('generation.previewJobAction', {
    isForOperators: true,
    input: z.object({ action: jobAction, filter: jobFilter }),
    output: actionPreview,
  }),
  /**
   * Applies the action to one job, or to all jobs of a filter that allow it, at most 5,000. `conflict` with
   * `details: {jobs, credits}` where the filter no longer matches `expectedCount`. A repeated key and input returns the
   * first result. Each affected job is recorded in the audit log once.
   */
  applyJobAction: call('generation.applyJobAction', {
    input: z.object({
      adminId: id,
      action: jobAction,
      target: z.union([
        z.object({ id: z.string() }),
        z.object({ filter: jobFilter, expectedCount: optional(z.int().min(0)) }),
      ]),
      idempotencyKey: z.string(),
    }),
    output: actionResult,
    timeoutMs: 20_000,
  }),
};
