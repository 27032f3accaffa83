import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call, job } from '../messages/message';
import { instanceId } from './provider-instances';
import { proposedEntry } from './model-editor';
import { MAX_PROMPT_CHARACTERS } from './prompt-limits';
import { providerTask } from './provider-tasks';

/** A field of the input that a vendor publishes, reduced to what a proposal needs. */
export const vendorInputField = z.object({
  name: z.string(),
  type: z.enum(['text', 'integer', 'number', 'boolean', 'list', 'other']),
  isRequired: z.boolean(),
  /** The only values that it takes. */
  values: z.array(z.union([z.string(), z.number()])).nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  preset: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  description: z.string(),
});
export type VendorInputField = z.infer<typeof vendorInputField>;

export const modelCheck = z.object({
  id,
  kind: z.enum(['schema', 'run']),
  provider: z.string(),
  /** The vendor's id of the model. */
  model: z.string(),
  state: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Of a run: what the vendor got. A sample image stands for every image. */
  input: z.record(z.string(), z.unknown()).nullable(),
  /** Of a run: the vendor's id of the task. */
  taskId: z.string().nullable(),
  /** Of a schema that was read. */
  fields: z.array(vendorInputField).nullable(),
  /** Of a run that succeeded. A vendor keeps it for a while; what an own server or a runner made is kept here for a day. */
  outputUrl: z.string().nullable(),
  /** Why it failed: the code and the words of the vendor. */
  error: z.string().nullable(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
});
/** What an operator asked a vendor about a model: the input that it publishes, or one run of an entry. No customer's request. */
export type ModelCheck = z.infer<typeof modelCheck>;

/** A check as generation stores it; the gateway makes a link of the key. */
const storedCheck = modelCheck.extend({
  /** Storage key of what an own server or a runner made. */
  outputKey: z.string().nullable(),
});
export type StoredCheck = z.infer<typeof storedCheck>;

/** Replicate: `owner/name`, with `:version` for one version. fal: the endpoint. */
const vendorModel = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)+(:[0-9a-f]{64})?$/, 'Give the id as the vendor writes it, such as owner/name');
export const readSchemaBody = z.object({
  provider: instanceId.describe('A provider of kind `replicate` or `fal`, which publish inputs'),
  model: vendorModel,
});
export const tryModelBody = z.object({
  entry: proposedEntry,
  provider: z.string().max(100).describe('One of the routes of the entry'),
  start: z.enum(['text', 'image']).describe('An image is a sample that Luit draws'),
  prompt: z.string().trim().min(1, 'Write a prompt').max(MAX_PROMPT_CHARACTERS),
});

const claimed = z.discriminatedUnion('action', [
  z.object({ action: z.literal('schema'), provider: z.string(), model: z.string() }),
  z.object({ action: z.literal('submit'), task: providerTask }),
  /** `duration`: seconds that the output has to have; null for an image. */
  z.object({
    action: z.literal('poll'),
    provider: z.string(),
    taskId: z.string(),
    duration: z.number().nullable(),
  }),
  z.object({ action: z.literal('none') }),
]);
/** What a worker does next for a check. */
export type ClaimedModelCheck = z.infer<typeof claimed>;

const ofCheck = z.object({ checkId: id });

export const modelCheckCalls = {
  /** Has a worker read the input schema that a vendor publishes. */
  readModelSchema: call('generation.readModelSchema', {
    input: readSchemaBody.extend({ adminId: id }),
    output: storedCheck,
  }),
  /**
   * Has a worker run an unsaved entry once on a route. `validation_failed` with the faults by path; `conflict` while another run of this model
   * has not ended.
   */
  tryModel: call('generation.tryModel', { input: tryModelBody.extend({ adminId: id }), output: storedCheck }),
  /** `not_found`. */
  getModelCheck: call('generation.getModelCheck', { input: z.object({ id: z.string() }), output: storedCheck }),
  /** A task is submitted at most once: a check that was claimed for a submission and has no task fails. */
  claimModelCheck: call('generation.claimModelCheck', { input: ofCheck, output: claimed }),
  /** Idempotent. A check without a task, fields, an output or an error continues. */
  recordModelCheck: call('generation.recordModelCheck', {
    input: ofCheck.extend(
      storedCheck.pick({ taskId: true, fields: true, outputUrl: true, outputKey: true, error: true }).partial().shape,
    ),
    output: empty,
  }),
};

/** Does the next step of a check. */
export const modelCheckJob = job('model-check', 'worker', 'generation');
