import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { storageKey } from './input-images';
import { EXAMPLE_LIMITS, OWNER_MUST_AGREE } from './limits';
import { aspectRatio } from './options';

const title = z.string().trim().min(1).max(EXAMPLE_LIMITS.title);

export const example = z.object({
  /** Id of the request that made the video. */
  id,
  title,
  prompt: z.string(),
  outputKey: storageKey,
  posterKey: storageKey,
  model: z.string(),
  /** Operators may have removed the plan. */
  planId: z.string(),
  /** Seconds. */
  duration: z.int(),
  resolution: z.string(),
  aspectRatio: aspectRatio.nullable(),
  cameraMotion: z.string().nullable(),
  style: z.string().nullable(),
  addedAt: timestamp,
});
/** A finished video that operators show to everyone, with what is needed to make one like it. */
export type Example = z.infer<typeof example>;

export const exampleCalls = {
  /** Latest first. Leaves out those whose video its owner has deleted. */
  listExamples: call('generation.listExamples', { input: empty, output: z.object({ examples: z.array(example) }) }),
};

export const exampleEditorCalls = {
  /**
   * `ownerAgreed`: the operator has the owner's consent. `not_found`; `conflict` unless the video is finished, was made from a prompt alone, has a poster, and is no example yet, or
   * where there are `EXAMPLE_LIMITS.count`.
   */
  addExample: call('generation.addExample', {
    input: z.object({ adminId: id, requestId: id, title, ownerAgreed: z.literal(true, OWNER_MUST_AGREE) }),
    output: example,
  }),
  /** `not_found`. The video stays in the library of its owner. */
  removeExample: call('generation.removeExample', { input: z.object({ adminId: id, requestId: id }), output: empty }),
};
