import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { VerifiedOutputs } from '@luit/contracts/generation/verifications';
import type { Verification, VerificationResult } from '@luit/contracts/http/verifications';
import { CallClient } from '@luit/platform/calls/call-client';
import { possibleFingerprints } from '@luit/platform/fingerprints/fingerprint';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { CONFIG, type GatewayConfig } from '../config';
import { dayOf } from '../http/business-days';
import { InFlight } from '../http/in-flight';
import { type FileCredentials, FileCredentialsReader } from './file-credentials';
import { type FileLooks, FileLooksReader } from './file-looks';
import { type ReceivedFile, withReceivedFile } from './received-file';

/** As the worker writes it (ai-metadata.ts) into the description of an MP4 file, into XMP, and into the JSON of Content Credentials. */
const IDENTIFIER = /DigImageGUID["'=:>\s]*urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
/**
 * How many files may be uploading or waiting to be decoded; each takes up to the upload limit in the temporary folder. One address gets
 * two places, so that slow uploads cannot take them all.
 */
const FILES = { perSubject: 2, total: 8 };
/** Longest time that a file may take to be read. */
const TIMEOUT_MS = 30_000;

type Match = Pick<Verification, 'result' | 'output'>;

/** Tells anyone whether a file was made here. */
@Injectable()
export class VerificationsService {
  /** Decoding takes up to a second of processor time. */
  private readonly limit = pLimit(1);
  private readonly inFlight = new InFlight(FILES);

  constructor(
    private readonly calls: CallClient,
    private readonly looks: FileLooksReader,
    private readonly credentials: FileCredentialsReader,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>,
  ) {}

  /** @throws LuitError 413, 415, `validation_failed`; `unavailable` if too many files wait; errors of generation */
  async verify(request: FastifyRequest): Promise<{ verification: Verification }> {
    const release = this.inFlight.begin(addressPrefix(request.ip));
    if (!release) throw tooManyFiles();
    try {
      const facts = await withReceivedFile(request, this.config.uploads.maxBytes, (file) =>
        this.limit(() => this.read(file)),
      );
      return { verification: { ...(await this.compare(facts)), credentials: facts.credentials } };
    } finally {
      release();
    }
  }

  /** Credentials are only read from files that can be decoded. */
  private async read(file: ReceivedFile): Promise<FileLooks & FileCredentials> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const looks = await this.looks.read(file, signal);
    return { ...looks, ...(await this.credentials.read(file, signal)) };
  }

  private async compare({ metadata, signedMetadata, frames }: FileLooks & FileCredentials): Promise<Match> {
    const possible = (await possibleFingerprints(frames)).map((each) => each.toString('hex'));
    const requestId = identifierIn(metadata) ?? identifierIn(signedMetadata);
    if (requestId !== undefined) {
      const { output } = await this.calls.call(generationCalls.findNamedOutput, { requestId, possible });
      if (output) return toMatch(output.isSimilar === false ? 'differs' : 'made_here', output);
    }
    const { outputs } = await this.calls.call(generationCalls.findSimilarOutputs, { possible });
    return outputs ? toMatch('looks_alike', outputs) : { result: 'unknown', output: null };
  }
}

function identifierIn(metadata: string): string | undefined {
  return IDENTIFIER.exec(metadata)?.[1]?.toLowerCase();
}

function toMatch(result: VerificationResult, { kind, madeFrom, madeUntil, models }: VerifiedOutputs): Match {
  return { result, output: { kind, madeFrom: dayOf(madeFrom), madeUntil: dayOf(madeUntil), models } };
}

function tooManyFiles(): LuitError {
  const text = 'We’re checking a lot of files right now. Please try again in a minute.';
  return new LuitError('unavailable', text, { retryAfterSeconds: 60 });
}
