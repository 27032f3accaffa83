import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { call } from '../messages/message';

/** Bytes of one frame in hex. A photo has one frame, a video several. */
const FRAME_DIGITS = 78;
const MAX_FRAMES = 4;
/** One for each crop that is tried. */
const MAX_POSSIBLE = 100;

/** What an output looks like, in hex (platform/fingerprints). */
export const fingerprint = z
  .string()
  .max(FRAME_DIGITS * MAX_FRAMES)
  .regex(new RegExp(`^(?:[0-9a-f]{${FRAME_DIGITS}})+$`));

/** Those that the original of a file may have; none if the file cannot be decoded. */
const possible = z.array(fingerprint).max(MAX_POSSIBLE);

const verifiedOutputs = z.object({
  kind: z.enum(['video', 'photo']),
  /** When the first and the last of the outputs that the file may be were made. */
  madeFrom: timestamp,
  madeUntil: timestamp,
  /** Names of all models that made one of them, in alphabetical order. */
  models: z.array(z.string()).min(1),
});
/** What holds for all outputs that a file may be a copy of. It says nothing about their owners. */
export type VerifiedOutputs = z.infer<typeof verifiedOutputs>;

/** `isSimilar` is null if the looks cannot be compared. */
const namedOutput = verifiedOutputs.extend({ isSimilar: z.boolean().nullable() });
export type NamedOutput = z.infer<typeof namedOutput>;

export const verificationCalls = {
  /** The output that the metadata of a file names; null if there is none, also after its erasure. */
  findNamedOutput: call('generation.findNamedOutput', {
    input: z.object({ requestId: id, possible }),
    output: z.object({ output: namedOutput.nullable() }),
  }),
  /** The outputs that look like a file; null if there are none. */
  findSimilarOutputs: call('generation.findSimilarOutputs', {
    input: z.object({ possible }),
    output: z.object({ outputs: verifiedOutputs.nullable() }),
  }),
};
