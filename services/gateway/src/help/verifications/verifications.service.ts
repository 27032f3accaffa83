import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { VerifiedOutputs } from '@luit/contracts/generation/verifications';
import type { Verification } from '@luit/contracts/http/verifications';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { possibleFingerprints } from '@luit/media/fingerprints/fingerprint';
import { FairLimit } from '@luit/platform/scheduling/fair-limit';
import type { Lane } from '@luit/platform/scheduling/fair-queue';
import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../../config';
import { dayOf } from '../../http/answers/business-days';
import { InFlight } from '../../http/connections/in-flight';
import { ProcessorBudget } from './processor-budget';
import { type FileCredentials, FileCredentialsReader } from './file-credentials';
import { type DecodedFile, FileDecoder } from './file-decoder';
import { type ReceivedFile, withReceivedFile } from './received-file';
import { claimOf, verdictOf } from './verdict';

/** The mark that the worker (ai-metadata.ts) writes into the description of an MP4 file, into XMP, and into the JSON of Content Credentials. */
const IDENTIFIER = /DigImageGUID["'=:>\s]*urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
/**
 * How many files may be uploading or waiting to be decoded; each takes up to the upload limit in the temporary folder. One address gets
 * two places and one network four, so that slow uploads cannot take them all.
 */
const FILES = { total: 8, perNetwork: 4, perHost: 2 };
/** Longest time that a file may take to be read, which is what one of another address waits at most per address before it. */
const TIMEOUT_MS = 20_000;

/** Tells anyone whether a file was made here. */
@Injectable()
export class VerificationsService {
  /** Decoding takes up to a second of processor time. Addresses take turns, regardless of arrival order. */
  private readonly limit = new FairLimit(1, FILES);
  private readonly budget = new ProcessorBudget();
  private readonly inFlight = new InFlight({ total: FILES.total, perSubject: FILES.perHost });
  private readonly inFlightOfNetworks = new InFlight({ total: FILES.total, perSubject: FILES.perNetwork });

  constructor(
    private readonly calls: CallClient,
    private readonly decoder: FileDecoder,
    private readonly credentials: FileCredentialsReader,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>,
  ) {}

  /**
   * @throws LuitError 413, 415, `validation_failed`; `too_many_requests` if the files of the address took too much time; `unavailable` if
   *   too many files wait; errors of generation
   */
  async verify(request: FastifyRequest): Promise<{ verification: Verification }> {
    const lane = { host: addressPrefix(request.ip), network: networkPrefix(request.ip) };
    this.budget.assertLeft(lane);
    const release = this.begin(lane);
    try {
      const facts = await withReceivedFile(request, this.config.uploads.maxBytes, (file) =>
        this.limit.run(lane, () => this.budget.spend(lane, () => this.read(file))),
      );
      return { verification: await this.compare(facts) };
    } finally {
      release();
    }
  }

  private begin({ host, network }: Lane): () => void {
    const release = this.inFlight.begin(host);
    const releaseNetwork = this.inFlightOfNetworks.begin(network);
    const releaseBoth = () => {
      release?.();
      releaseNetwork?.();
    };
    if (release && releaseNetwork) return releaseBoth;
    releaseBoth();
    throw tooManyFiles();
  }

  /** Credentials are only read from files that can be decoded. */
  private async read(file: ReceivedFile): Promise<DecodedFile & FileCredentials> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const decoded = await this.decoder.read(file, signal);
    return { ...decoded, ...(await this.credentials.read(file, signal)) };
  }

  private async compare(file: DecodedFile & FileCredentials): Promise<Verification> {
    const { kind, metadata, signedMetadata, frames, credentials } = file;
    const possible = (await possibleFingerprints(frames)).map((each) => each.toString('hex'));
    const requestId = identifierIn(signedMetadata) ?? identifierIn(metadata);
    const named = requestId === undefined ? null : await this.findNamed({ requestId, kind, possible });
    const isSigned = credentials?.state === 'intact';
    // Other outputs that look like a file say nothing about one that is certain.
    const isCertain = isSigned || named?.claim === 'matches';
    const { outputs } = isCertain
      ? { outputs: null }
      : await this.calls.call(generationCalls.findSimilarOutputs, { possible });
    const result = verdictOf({ isSigned, claim: named?.claim ?? null, isSimilar: outputs !== null });
    return { result, output: factsOf(result === 'looks_alike' ? outputs : (named?.output ?? null)), credentials };
  }

  /** Null if the identifier is none of ours. */
  private async findNamed(claim: RequestOf<typeof generationCalls.findNamedOutput>) {
    const { output, isErased } = await this.calls.call(generationCalls.findNamedOutput, claim);
    return output || isErased ? { output, claim: claimOf(output?.isSimilar ?? null) } : null;
  }
}

function identifierIn(metadata: string): string | undefined {
  return IDENTIFIER.exec(metadata)?.[1]?.toLowerCase();
}

function factsOf(outputs: VerifiedOutputs | null): Verification['output'] {
  if (outputs === null) return null;
  const { kind, madeFrom, madeUntil, models } = outputs;
  return { kind, madeFrom: dayOf(madeFrom), madeUntil: dayOf(madeUntil), models };
}

function tooManyFiles(): LuitError {
  const text = 'We’re checking a lot of files right now. Please try again in a minute.';
  return new LuitError('unavailable', text, { retryAfterSeconds: 60 });
}
