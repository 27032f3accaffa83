import { z } from 'zod';
import { operatorReason, reasonBody } from '../auth/audit-log';
import { userAmount } from '../billing/unapproved-amounts';
import { idPageQuery } from '../messages/query-fields';
import { cursor, id, optional, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { jobAction, jobFilter, jobFilterBody } from './jobs';

/** How many jobs an action would affect, and their credits. */
export const actionPreview = z.object({ jobs: z.number(), credits: z.number() });

/** The jobs of a preview stay the same: an action on `previewId` applies to exactly these. */
export const frozenPreview = actionPreview.extend({ previewId: id });
export type FrozenPreview = z.infer<typeof frozenPreview>;

const jobPreview = actionPreview.extend({ action: jobAction, amounts: z.array(userAmount) });
/** A stored preview, with the credits of each user. */
export type JobPreview = z.infer<typeof jobPreview>;

/** How long operators may act on a preview. */
export const PREVIEW_MINUTES = 15;

export const actionResult = actionPreview.extend({
  /** The bulk action, to follow its progress. */
  operationId: id,
  /** Jobs that are still to be processed in the background. */
  left: z.number(),
  /** Jobs that changed meanwhile, and why; at most 20. */
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
  /** New requests of a retry, at most 20. */
  created: z.array(z.string()),
});
/** The result of an action. */
export type ActionResult = z.infer<typeof actionResult>;

export const bulkOperation = z.object({
  id,
  adminId: id,
  action: jobAction,
  /** Absent in actions of older releases. */
  reason: z.string().nullable(),
  created_at: timestamp,
  jobs: z.number(),
  done: z.number(),
  /** Jobs that had changed since the preview and were left as they are. */
  refused: z.number(),
  left: z.number(),
  /** Sum over all jobs except the refused ones. */
  credits: z.number(),
});
/** A bulk action and its progress. */
export type BulkOperation = z.infer<typeof bulkOperation>;

export const bulkItem = z.object({
  id,
  state: z.enum(['waiting', 'done', 'refused']),
  credits: z.number(),
  /** Why the job was left as it is. */
  refusal: z.string().nullable(),
  /** The new request of a retry. */
  createdId: id.nullable(),
  done_at: timestamp.nullable(),
});
/** One job of a bulk action. */
export type BulkItem = z.infer<typeof bulkItem>;
export const bulkItemState = bulkItem.shape.state;

const NO_CONDITION = 'Please select jobs by at least one filter';

/** An action on all jobs must be deliberate, so it needs a condition. */
export const bulkBody = z.object({
  action: jobAction,
  filter: z
    .object(jobFilterBody.shape, NO_CONDITION)
    .refine((filter) => Object.values(filter).some((value) => value !== undefined), NO_CONDITION)
    .describe('At least one condition'),
  dryRun: z.boolean().describe('Only previews the action'),
  expectedCount: optional(z.int().min(0)).describe('Number of jobs in the preview; 409 if it has changed'),
  reason: optional(operatorReason),
});
export type BulkBody = z.infer<typeof bulkBody>;
/** The reason is for retries, which are free for the owner, and refunds. */
export const jobActionBody = z.object({ reason: optional(operatorReason) });
export const bulkActionBody = reasonBody.extend({
  previewId: id.describe('The preview whose jobs the action applies to'),
  action: jobAction,
});
export type BulkActionBody = z.infer<typeof bulkActionBody>;
export const bulkActionItemsQuery = idPageQuery.extend({ state: optional(bulkItemState) });
export type BulkActionItemsQuery = z.infer<typeof bulkActionItemsQuery>;

export const jobActionCalls = {
  /**
   * Stores the jobs that the action would affect now, at most 5,000. A repeated key and input of the same operator returns the first
   * preview; `idempotency_conflict` for another input.
   */
  previewJobAction: call('generation.previewJobAction', {
    input: z.object({
      adminId: id,
      action: jobAction,
      filter: jobFilter,
      /** `input` identifies a repeated request; its filter may be relative to the time. */
      repeat: optional(z.object({ idempotencyKey: z.string(), input: z.string() })),
    }),
    output: frozenPreview,
  }),
  /** A preview of this operator. `not_found` */
  getJobPreview: call('generation.getJobPreview', {
    input: z.object({ adminId: id, previewId: id }),
    output: jobPreview,
  }),
  /** Bulk actions with their progress, newest first. */
  listBulkOperations: call('generation.listBulkOperations', {
    input: z.object({ limit: pageSize, cursor }),
    output: page(bulkOperation),
  }),
  /** A bulk action and its jobs, in the order of their ids. */
  getBulkOperation: call('generation.getBulkOperation', {
    input: bulkActionItemsQuery.extend({ operationId: z.string() }),
    output: page(bulkItem).extend({ operation: bulkOperation }),
  }),
  /**
   * Applies the action to one job; to the jobs of a preview of the same operator, each as far as it still allows it; or to
   * all jobs of a filter that allow it, at most 5,000. `conflict` if the preview is older than 15 minutes, or with
   * `details: {jobs, credits}` where the filter no longer matches `expectedCount`. A repeated key and input, and a repeated
   * preview, return the first result. Each affected job is recorded in the audit log once.
   */
  applyJobAction: call('generation.applyJobAction', {
    input: z.object({
      adminId: id,
      action: jobAction,
      target: z.union([
        z.object({ id: z.string() }),
        z.object({ previewId: id }),
        z.object({ filter: jobFilter, expectedCount: bulkBody.shape.expectedCount }),
      ]),
      reason: bulkBody.shape.reason,
      idempotencyKey: z.string(),
      /** The address of the second operator, for the audit log. An approved preview does not expire. */
      approvedBy: optional(z.string()),
    }),
    output: actionResult,
    timeoutMs: 20_000,
  }),
};
