import { z } from 'zod';

/**
 * - `made_here`: the metadata of the file names one of our outputs
 * - `looks_alike`: the file looks like our outputs; its metadata is missing
 * - `differs`: its metadata names one of our outputs, which looks different
 * - `unknown`: neither
 */
export const verificationResult = z.enum(['made_here', 'looks_alike', 'differs', 'unknown']);
export type VerificationResult = z.infer<typeof verificationResult>;

/**
 * - `intact`: we signed the file, and it is unchanged since. This says nothing about whether what it shows is real.
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
  /**
   * Content Credentials (C2PA). Null if the file has none, if its format cannot have any (WebM and Matroska), or if they cannot be
   * read.
   */
  credentials: credentials.nullable(),
});
/** What everyone may know about a file: never who made it, or from what. */
export type Verification = z.infer<typeof verification>;
