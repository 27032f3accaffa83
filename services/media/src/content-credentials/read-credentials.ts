import { z } from 'zod';
import { CredentialProgram } from './credential-program';
import type { CredentialFormat } from './sign-content';

/**
 * - `intact`: signed here, and unchanged since
 * - `unknown_signer`: unchanged since it was signed, by someone we do not know or cannot confirm
 * - `altered`: the file or its credentials were changed after signing
 */
export type CredentialState = 'intact' | 'unknown_signer' | 'altered';

export interface Credentials {
  state: CredentialState;
  /** The organization that signed, as its certificate names it. Anyone can name anything unless the state is `intact`. */
  signer: string | null;
  /** Metadata in the credentials, as text. */
  metadata: string;
}

/** Formats from which credentials can be read. */
export type ReadableFormat = CredentialFormat | 'video/quicktime';

const answer = z
  .object({
    state: z.string(),
    failures: z.array(z.string()),
    signer: z.string().nullable(),
    metadata: z.array(z.unknown()),
  })
  .nullable();

const EXPIRED = 'signingCredential.expired';
/** A problem with the certificate says nothing about the file. */
const OF_CERTIFICATE = /^signingCredential\./;
const MAX_NAME = 200;

/**
 * Reads the Content Credentials (C2PA) of an untrusted file; null if it has none.
 *
 * @param signers the certificates with which we have signed (PEM)
 * @throws Error if they cannot be read; the reason of `signal`
 */
export async function readCredentials(
  file: string,
  format: ReadableFormat,
  signers: string[],
  signal: AbortSignal,
): Promise<Credentials | null> {
  const found = answer.parse(await new CredentialProgram('read-credentials').run({ file, format, signers }, signal));
  if (found === null) return null;
  return {
    state: stateOf(found),
    signer: found.signer?.slice(0, MAX_NAME) ?? null,
    metadata: found.metadata.map((each) => JSON.stringify(each)).join('\n'),
  };
}

function stateOf({ state, failures }: { state: string; failures: string[] }): CredentialState {
  const isInvalidFor = (isReason: (code: string) => boolean) => failures.length > 0 && failures.every(isReason);
  // A signature by one of our certificates that has since expired stays trusted: only its time has passed, and nobody else has its key.
  if (state === 'Trusted' || isInvalidFor((code) => code === EXPIRED)) return 'intact';
  return state === 'Valid' || isInvalidFor((code) => OF_CERTIFICATE.test(code)) ? 'unknown_signer' : 'altered';
}
