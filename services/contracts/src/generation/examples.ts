import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import { storageKey } from './input-images';
import { EXAMPLE_LIMITS, OWNER_MUST_AGREE } from './limits';
import { parameterValues } from './catalog/model-parameters';

const title = nameText(EXAMPLE_LIMITS.title, { required: 'A title is required', tooLong: 'The title is too long' });

export const example = z.object({
  /** Id of the request that made the video. */
  id,
  title,
  prompt: z.string(),
  outputKey: storageKey,
  posterKey: storageKey,
  model: z.string(),
  modelName: z.string().describe('As it was when the video was made'),
  credits: z.int().describe('What its owner paid'),
  /** Operators may have removed the plan. */
  planId: z.string(),
  /** Seconds. */
  duration: z.int(),
  resolution: parameterValues.shape.resolution,
  aspectRatio: parameterValues.shape.aspectRatio.nullable(),
  cameraMotion: z.string().nullable(),
  style: z.string().nullable(),
  addedAt: timestamp,
});
/** A finished video that operators show to everyone, with the data to make one like it. */
export type Example = z.infer<typeof example>;

export const exampleCalls = {
  /** Latest first. Leaves out examples if the owner has deleted the video. */
  listExamples: call('generation.listExamples', { input: empty, output: z.object({ examples: z.array(example) }) }),
};

export const exampleBody = z.object({
  requestId: z.uuid('The job ID is invalid').describe('A finished video that was made from a prompt alone'),
  title,
  ownerAgreed: z
    .literal(true, OWNER_MUST_AGREE)
    .describe('Whether the owner agreed that everyone may see the video and its prompt; must be true'),
});
export type ExampleBody = z.infer<typeof exampleBody>;

export const exampleEditorCalls = {
  /**
   * `ownerAgreed`: the operator has the owner's consent. `not_found`; `conflict` unless the video is finished, was made from a prompt
   * alone, has a poster, and is no example yet, or if there are already `EXAMPLE_LIMITS.count`.
   */
  addExample: call('generation.addExample', {
    input: exampleBody.extend({ adminId: id }),
    output: example,
  }),
  /** `not_found`. The video stays in the library of its owner. */
  removeExample: call('generation.removeExample', { input: z.object({ adminId: id, requestId: id }), output: empty }),
};
