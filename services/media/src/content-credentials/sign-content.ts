import { z } from 'zod';
import { CredentialProgram } from './credential-program';

/** Formats of files that can have Content Credentials. */
export const credentialFormat = z.enum(['video/mp4', 'image/jpeg', 'image/png', 'image/webp']);
export type CredentialFormat = z.infer<typeof credentialFormat>;

/** PEM. */
export interface Signer {
  /** The certificate of the key, followed by its chain of issuers. */
  certificates: [string, ...string[]];
  key: string;
}

/** The inputs from which a file was made. */
export interface Ingredient {
  file: string;
  format: CredentialFormat;
  title: string;
  /** `inputTo`: an input of a model; `parentOf`: a file that was changed. */
  relationship: 'inputTo' | 'parentOf';
  /** The label by which actions refer to the input. */
  label: string;
}

/** An action of the C2PA specification 2.2, chapter “Standard assertions”. */
export interface ManifestAction {
  action: string;
  digitalSourceType?: string;
  softwareAgent?: { name: string };
  /** ISO 8601. */
  when?: string;
  parameters?: { ingredientIds: string[] };
}

/** The definition of a manifest as the C2PA library reads it. */
export interface Manifest {
  title: string;
  claim_generator_info: { name: string }[];
  assertions: { label: string; data: Record<string, unknown> }[];
}

export interface SigningJob {
  file: string;
  signedFile: string;
  format: CredentialFormat;
  manifest: Manifest;
  ingredients: Ingredient[];
  signer: Signer;
  /** URL of a time stamp authority (RFC 3161); null for none. */
  timeStampUrl: string | null;
}

const answer = z.object({ timeStampFailure: z.string().nullable() });

/**
 * Writes a copy of a file with Content Credentials; an MP4 video must have its index before its frames. The library checks its own signature, so
 * it fails with a certificate that has expired or may not sign.
 *
 * @returns why the signature has no time stamp, although there is an authority
 * @throws Error with the reason; the reason of `signal`
 */
export async function signContent(
  job: SigningJob,
  signal: AbortSignal,
  program = new CredentialProgram('sign-content'),
): Promise<{ timeStampFailure: string | null }> {
  return answer.parse(await program.run(job, signal));
}
