import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { call } from '../messages/message';

/** Bytes of one frame in hex. A photo has one frame, a video several. */
const FRAME_DIGITS = 78;
const MAX_FRAMES = 4;
/** One for each crop that is tried. */
const MAX_POSSIBLE = 100;

/** The fingerprint of an output, in hex (media/fingerprints). */
export const fingerprint = z
  .string()
  .max(FRAME_DIGITS * MAX_FRAMES)
  .regex(new RegExp(`^(?:[0-9a-f]{${FRAME_DIGITS}})+$`));

/** The fingerprints that the original of a file may have; none if the file is too plain, or of a kind that has no fingerprint. */
const possible = z.array(fingerprint).max(MAX_POSSIBLE);

const fileKind = z.enum(['video', 'photo']);
/** What a file contains: moving images or one. */
export type FileContent = z.infer<typeof fileKind>;

/** `photo`: a restored photo; `image`: a generated image. */
export const outputKind = z.enum(['video', 'photo', 'image']);

const verifiedOutputs = z.object({
  kind: outputKind,
  /** When the first and the last of the outputs that the file may be were made. */
  madeFrom: timestamp,
  madeUntil: timestamp,
  /** Names of all models that made one of them, in alphabetical order. */
  models: z.array(z.string()).min(1),
});
/** The common facts of all outputs that a file may be a copy of. It says nothing about their owners. */
export type VerifiedOutputs = z.infer<typeof verifiedOutputs>;

/** `isSimilar` is false for a file of another kind, and null if the file or the output has no fingerprint. */
const namedOutput = verifiedOutputs.extend({ isSimilar: z.boolean().nullable() });
export type NamedOutput = z.infer<typeof namedOutput>;

export const verificationCalls = {
  /** The output that the metadata of a file names; null if there is none, also after its erasure, which `isErased` then says. */
  findNamedOutput: call('generation.findNamedOutput', {
    input: z.object({ requestId: id, kind: fileKind, possible }),
    output: z.object({ output: namedOutput.nullable(), isErased: z.boolean().default(false) }),
  }),
  /** The outputs that look like a file; null if there are none. */
  findSimilarOutputs: call('generation.findSimilarOutputs', {
    input: z.object({ possible }),
    output: z.object({ outputs: verifiedOutputs.nullable() }),
  }),
};
