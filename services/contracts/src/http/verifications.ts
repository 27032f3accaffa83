import { z } from 'zod';

/**
 * - `made_here`: the metadata of the file names one of our outputs
 * - `looks_alike`: the file looks like our outputs; its metadata is missing
 * - `differs`: its metadata names one of our outputs, which looks different
 * - `unknown`: neither
 */
export const verificationResult = z.enum(['made_here', 'looks_alike', 'differs', 'unknown']);
export type VerificationResult = z.infer<typeof verificationResult>;

export const verification = z.object({
  result: verificationResult,
  /** Null if the result is `unknown`. */
  output: z
    .object({
      kind: z.enum(['video', 'photo']),
      /** Days in India (YYYY-MM-DD) between which all outputs were made that the file may be. */
      madeFrom: z.iso.date(),
      madeUntil: z.iso.date(),
      models: z.array(z.string()),
    })
    .nullable(),
});
/** What everyone may know about a file: never who made it, or from what. */
export type Verification = z.infer<typeof verification>;
