import { z } from 'zod';
import { runProgram } from './run-program';
import type { CredentialFormat } from './sign-content';
import type { KnownSigner } from './known-signers';

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

/** Formats whose credentials can be read. */
export type ReadableFormat = CredentialFormat | 'video/quicktime';

const answer = z
  .object({
    state: z.string(),
    failures: z.array(z.string()),
    serialNumber: z.string().nullable(),
    signer: z.string().nullable(),
    metadata: z.array(z.unknown()),
  })
  .nullable();

/** What is wrong with the certificate, for example `signingCredential.expired`, says nothing about the file. */
const OF_CERTIFICATE = /^signingCredential\./;
const MAX_NAME = 200;

/**
 * Reads the Content Credentials (C2PA) of an untrusted file; null if it has none.
 *
 * @throws Error if they cannot be read; the reason of `signal`
 */
export async function readCredentials(
  file: string,
  format: ReadableFormat,
  known: KnownSigner[],
  signal: AbortSignal,
): Promise<Credentials | null> {
  const authorities = known.map(({ authority }) => authority);
  const found = answer.parse(JSON.parse(await runProgram('read-credentials', { file, format, authorities }, signal)));
  if (found === null) return null;
  const isOurs = known.some(({ serialNumber }) => serialNumber === found.serialNumber);
  return {
    state: stateOf(found, isOurs),
    signer: found.signer?.slice(0, MAX_NAME) ?? null,
    metadata: found.metadata.map((each) => JSON.stringify(each)).join('\n'),
  };
}

function stateOf({ state, failures }: { state: string; failures: string[] }, isOurs: boolean): CredentialState {
  if (state === 'Trusted' && isOurs) return 'intact';
  const isUnchanged =
    state !== 'Invalid' || (failures.length > 0 && failures.every((code) => OF_CERTIFICATE.test(code)));
  return isUnchanged ? 'unknown_signer' : 'altered';
}
