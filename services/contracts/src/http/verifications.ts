import { z } from 'zod';
import { outputKind } from '../generation/verifications';

/**
 * - `made_here`: our signature in the file is intact, or its metadata names one of our outputs, which looks the same
 * - `looks_alike`: it looks like our outputs, but its metadata does not say so: an altered copy, or the original of a restored photo
 * - `differs`: its metadata names one of our outputs, which looks different or is of another kind
 * - `unconfirmed`: its metadata names one of our outputs, with which it cannot be compared
 * - `unknown`: none of these
 */
export const verificationResult = z.enum(['made_here', 'looks_alike', 'differs', 'unconfirmed', 'unknown']);
export type VerificationResult = z.infer<typeof verificationResult>;

/**
 * - `intact`: we signed the file, and it is unchanged since. This says nothing about whether its content is real.
 * - `unknown_signer`: it is unchanged since it was signed, but we do not know the signer or cannot confirm who that is
 * - `altered`: its credentials are not valid, usually because the file was changed after signing
 */
const credentialState = z.enum(['intact', 'unknown_signer', 'altered']);

const credentials = z.object({
  state: credentialState,
  /**
   * The organization that signed, as its certificate names it; for `unknown_signer` anyone can have chosen the name. Null if the certificate
   * names none, and for `altered`, because the signer does not vouch for such a file.
   */
  signer: z.string().nullable(),
});

export const verification = z.object({
  result: verificationResult,
  /** Null if the result is `unknown`, and if the output was deleted since. */
  output: z
    .object({
      kind: outputKind,
      /** Days in India (YYYY-MM-DD) between which all outputs were made that the file may be. */
      madeFrom: z.iso.date(),
      madeUntil: z.iso.date(),
      models: z.array(z.string()),
    })
    .nullable(),
  /**
   * Content Credentials (C2PA). Null if the file has none, if its format cannot have any (WebM and Matroska), or if they cannot be
   * read.
   */
  credentials: credentials.nullable(),
});
/** The public facts about a file: never who made it, or from what. */
export type Verification = z.infer<typeof verification>;
