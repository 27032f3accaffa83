import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { empty, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { MODEL_STATES, modelPrice, type ModelEntry } from './catalog/model-entry';
import { marginSums } from './provider-costs';
import { providerState } from './providers';

/** Read as it was published, even if newer rules refuse it. The service checks it by `modelEntry` before it publishes. */
const entry = z.custom<ModelEntry>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
/** An entry that an operator wrote; unchecked. */
export const proposedEntry = z
  .record(z.string(), z.unknown())
  .describe('The whole entry. Its faults are named by the path of the field in `details`');
const revisionNumber = z.int().min(1);

export const adminModel = z.object({
  id: z.string(),
  name: z.string(),
  output: z.string(),
  state: z.enum(MODEL_STATES),
  /** The prices of the plans are those of this model. */
  isDefault: z.boolean(),
  /** The one in force. */
  revision: z.number(),
  price: modelPrice.nullable(),
  /** Seconds; empty for photos. */
  durations: z.array(z.number()),
  /** Resolutions of videos, or qualities of restorations. */
  qualities: z.array(z.string()),
  /** In order of preference. */
  providers: z.array(z.string()),
  /** Those of them that have answered that they have no such model; publishing an entry puts their routes back. */
  missing: z.array(z.string()),
});
/** A model as operators see it, whatever its state. */
export type AdminModel = z.infer<typeof adminModel>;

const routeState = z.object({
  provider: z.string(),
  /** Of the provider: its circuit breaker, and whether it is draining or off. */
  health: providerState,
  isStopped: z.boolean(),
  /** The vendor answered that it has no such model. Publishing an entry puts the route back. */
  isMissing: z.boolean(),
  /** How the latest job that ended there in the last day ended; null if none did. */
  lastAnswer: z
    .object({
      at: timestamp,
      succeeded: z.boolean(),
      /** Of a failure: our kind and the provider's code. */
      kind: z.string().nullable(),
      code: z.string().nullable(),
    })
    .nullable(),
  /** The provider takes no jobs, or its latest answer is a failure that is not due to what was asked for. */
  isFailing: z.boolean(),
});
export type RouteState = z.infer<typeof routeState>;

export const modelLoss = z.object({
  provider: z.string(),
  /** What is asked for: the parameters that the price depends on. */
  choice: z.object({
    duration: z.number().optional(),
    resolution: z.string().optional(),
    quality: z.string().optional(),
  }),
  credits: z.number(),
  /** What the credits cost in the cheapest pack, and what the provider charges, millionths of a rupee. */
  paidMicros: z.number(),
  costMicros: z.number(),
});
/** The choice of an entry that loses the most per job, by today's costs and exchange rates. */
export type ModelLoss = z.infer<typeof modelLoss>;
/** What a credit is sold for in the cheapest pack. Without it, losses are not computed. */
const creditMicros = optional(z.int().min(1)).describe('Price of a credit, millionths of a rupee');

export const listedModel = adminModel.extend({
  /** Credits of the cheapest choice; null for what is not sold alone. */
  from: z.number().nullable(),
  /** Jobs of the last 24 hours, without those of test accounts. */
  lastDay: marginSums
    .pick({ revenueMicros: true, costMicros: true, unknownCostJobs: true })
    .extend({ jobs: z.number(), succeeded: z.number(), failed: z.number() }),
  routes: z.array(routeState),
  /** Null if nothing is known to be sold below its cost. */
  loss: modelLoss.nullable(),
});
/** A model in the list of operators, with how it does. */
export type ListedModel = z.infer<typeof listedModel>;

const modelRevision = z.object({
  revision: z.number(),
  entry,
  publishedAt: timestamp,
  /** Null for the entries of a new installation. */
  publishedBy: id.nullable(),
  reason: z.string(),
});

/** The entry in force is that of `revision`, which is among the latest revisions. */
const modelDetails = adminModel.extend({
  /** It was never offered, so nothing refers to it. */
  isDeletable: z.boolean(),
  entry,
  revisions: z.array(modelRevision),
});
export type ModelDetails = z.infer<typeof modelDetails>;

const publication = z.object({
  expectedRevision: revisionNumber.describe(
    'The revision in force before; 409 with `details.revision` if it has changed',
  ),
  reason: operatorReason,
  acceptsLoss: optional(z.boolean()).describe('Accepts that a choice costs more than is paid for it'),
});
export const modelReasonBody = z.object({ reason: operatorReason });
export const createModelBody = z.object({ entry: proposedEntry, reason: operatorReason });
export const publishModelBody = publication.extend({ entry: proposedEntry });
export const restoreModelBody = publication.extend({
  revision: revisionNumber.describe('Its entry is published again, with a new number'),
});

export const modelEditorCalls = {
  listAllModels: call('generation.listAllModels', {
    input: z.object({ creditMicros }),
    output: z.object({ models: z.array(listedModel) }),
    isForOperators: true,
  }),
  /** Adds a draft. The same entry again changes nothing. `validation_failed` with the faults by path, at `id` if it is in use. */
  createModel: call('generation.createModel', { input: createModelBody.extend({ adminId: id }), output: modelDetails }),
  /** With its latest revisions, the newest first. `not_found`. */
  getModel: call('generation.getModel', { input: z.object({ id: z.string() }), output: modelDetails }),
  /**
   * Publishes an entry, or that of the revision `restored`, for new requests; earlier ones keep theirs. Writes nothing if this entry is in force.
   * `not_found`; `conflict` with `details.revision`; `validation_failed` with the faults by path; `approval_required` with `details.prices` if
   * lower prices need approval; `conflict` with `details.loss`, unless `acceptsLoss`, if a choice is sold below its cost.
   */
  publishModel: call('generation.publishModel', {
    input: publication.extend({
      adminId: id,
      id: z.string(),
      entry: optional(proposedEntry),
      restored: optional(revisionNumber),
      needsApproval: z.boolean().describe('Lower prices are refused'),
      approvedBy: optional(z.string()),
      creditMicros,
    }),
    output: modelDetails,
  }),
  /** Removes a model that was never offered. `not_found`; `conflict` if it was offered. */
  deleteModel: call('generation.deleteModel', {
    input: modelReasonBody.extend({ adminId: id, id: z.string() }),
    output: empty,
  }),
  /**
   * Makes the model the one whose prices the plans have. The same again changes nothing. `not_found`; `validation_failed` if it is not live, makes
   * no videos or does not make each plan that is sold.
   */
  setDefaultModel: call('generation.setDefaultModel', {
    input: modelReasonBody.extend({ adminId: id, id: z.string() }),
    output: modelDetails,
  }),
};
