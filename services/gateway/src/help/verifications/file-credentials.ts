import type { Verification } from '@luit/contracts/http/verifications';
import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { type Credentials, readCredentials } from '@luit/media/content-credentials/read-credentials';
import { withDeadline } from '@luit/platform/scheduling/deadline';
import { Injectable, Logger } from '@nestjs/common';
import type { ReceivedFile } from './received-file';

/**
 * Control characters, direction marks, and quotation marks. In a name, they could change the text around it, or make the name appear to end
 * so that the rest looks like our own text.
 */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"“”„‟«»]/gu;

/** Reading takes less than a second, but a file can be made to take far longer, and other files wait for it. */
const TIMEOUT_MS = 10_000;

export interface FileCredentials {
  credentials: Verification['credentials'];
  /** Metadata that we signed, as text; empty unless the credentials are intact. */
  signedMetadata: string;
}
const NONE: FileCredentials = { credentials: null, signedMetadata: '' };

/** Reads the Content Credentials of untrusted files in processes of their own, which get none of the gateway's secrets. */
@Injectable()
export class FileCredentialsReader {
  private readonly log = new Logger(FileCredentialsReader.name);

  constructor(private readonly signers: KnownSigners) {}

  /** A file counts as one without credentials if they cannot be read in time, or before `signal` aborts. */
  async read({ path, kind: { credentialFormat } }: ReceivedFile, signal: AbortSignal): Promise<FileCredentials> {
    if (credentialFormat === null) return NONE;
    try {
      const signers = await this.signers.list();
      const found = await withDeadline(TIMEOUT_MS, signal, (limited) =>
        readCredentials(path, credentialFormat, signers, limited),
      );
      return found === null ? NONE : toFileCredentials(found);
    } catch (error) {
      this.log.warn({ msg: 'Reading Content Credentials failed', credentialFormat, reason: (error as Error).message });
      return NONE;
    }
  }
}

/** The statement of a verification about credentials; the signer chose its name. */
export function toFileCredentials({ state, signer, metadata }: Credentials): FileCredentials {
  const name = signer?.replace(FORBIDDEN_IN_NAMES, '').trim();
  return {
    credentials: { state, signer: state === 'altered' || !name ? null : name },
    signedMetadata: state === 'intact' ? metadata : '',
  };
}
