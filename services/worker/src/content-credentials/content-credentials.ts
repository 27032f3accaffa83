import { CredentialProgram } from '@luit/media/content-credentials/credential-program';
import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import {
  type CredentialFormat,
  type Ingredient,
  type Manifest,
  signContent,
  type Signer,
} from '@luit/media/content-credentials/sign-content';
import { metrics } from '@luit/platform/metrics/metrics';
import { withDeadline } from '@luit/platform/scheduling/deadline';
import { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Counter } from 'prom-client';
import { CONFIG, type WorkerConfig } from '../config';
import { localSigner } from './local-signer';

const signed = new Counter({
  name: 'luit_content_credentials_total',
  help: 'Outputs and their smaller versions by result of signing: signed, without_time_stamp (signed, but the time stamp authority failed), failed, or too_large',
  labelNames: ['outcome'],
  registers: [metrics],
});

/** Signing an image takes about six times its size in memory. The memory for a video does not depend on its length. */
const MAX_IMAGE_BYTES = 160 * 1024 * 1024;

/** How long the program that signs waits for another file. */
const IDLE_MS = 60_000;

/** How long no time stamps are requested after the authority failed, so that outputs do not wait for it one after the other. */
const PAUSE_MS = 60_000;

export interface CredentialFailure {
  of: 'signing' | 'time stamp';
  reason: string;
}

export interface SignedFile {
  file: string;
  format: CredentialFormat;
  manifest: Manifest;
  /** The inputs, as far as they are known. */
  ingredients: Ingredient[];
}

/** Signs outputs with Content Credentials (C2PA). A file that cannot be signed is delivered without them: paid work is never lost. */
@Injectable()
export class ContentCredentials implements OnModuleInit {
  private readonly log = new Logger(ContentCredentials.name);
  private readonly limit = pLimit(1);
  private readonly program = new CredentialProgram('sign-content', IDLE_MS);
  private signer: Signer | null = null;
  /** No time stamps are asked for until then. */
  private pausedUntil = -Infinity;
  /** Why the last file was not signed, or has no time stamp; null if it does, or nothing is signed. */
  failure: CredentialFailure | null = null;

  constructor(
    private readonly storage: Storage,
    @Inject(CONFIG)
    private readonly config: Pick<WorkerConfig, 'common' | 'signer' | 'timeStampUrl' | 'mediaTimeoutMs'>,
  ) {}

  /** @throws errors of the storage */
  async onModuleInit(): Promise<void> {
    const isLocal = this.config.common.mode === 'local';
    this.signer = this.config.signer ?? (isLocal ? await localSigner(this.storage) : null);
    if (this.signer) await new KnownSigners(this.storage).add(this.signer);
    else this.log.log({ msg: 'Outputs are not signed, because C2PA_CERTIFICATE is not set' });
  }

  /** True if outputs are signed. */
  get isActive(): boolean {
    return this.signer !== null;
  }

  /** The end of the certificate's validity; null if nothing is signed. */
  get validUntil(): Date | null {
    return this.signer && new Date(new X509Certificate(this.signer.certificates[0]).validTo);
  }

  /**
   * @returns the path of a signed copy in `folder`, or `file` if it was not signed
   * @throws the reason of `signal`; errors of the disk
   */
  async sign(
    folder: string,
    { file, format, manifest, ingredients }: SignedFile,
    signal: AbortSignal,
  ): Promise<string> {
    const { signer } = this;
    if (!signer) return file;
    const { size } = await stat(file);
    if (size > MAX_IMAGE_BYTES && format !== 'video/mp4') {
      signed.inc({ outcome: 'too_large' });
      this.log.warn({ msg: 'The image is too large for Content Credentials', bytes: size, maxBytes: MAX_IMAGE_BYTES });
      return file;
    }
    const signedFile = join(folder, `signed-${format.replace('/', '.')}`);
    const { mediaTimeoutMs } = this.config;
    const timeStampUrl = performance.now() < this.pausedUntil ? null : this.config.timeStampUrl;
    const job = { file, signedFile, format, manifest, ingredients, signer, timeStampUrl };
    try {
      const { timeStampFailure } = await this.limit(() =>
        withDeadline(mediaTimeoutMs, signal, (limited) => signContent(job, limited, this.program)),
      );
      this.noteSigned(timeStampUrl, timeStampFailure);
      return signedFile;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.failure = { of: 'signing', reason: (error as Error).message };
      signed.inc({ outcome: 'failed' });
      this.log.error({ msg: 'Signing an output failed', reason: this.failure.reason });
      return file;
    }
  }

  /** @param timeStampUrl where a time stamp was asked for; null if nowhere */
  private noteSigned(timeStampUrl: string | null, timeStampFailure: string | null): void {
    const isMissing = timeStampFailure !== null || timeStampUrl !== this.config.timeStampUrl;
    signed.inc({ outcome: isMissing ? 'without_time_stamp' : 'signed' });
    if (!isMissing) this.failure = null;
    if (timeStampFailure === null) return;
    this.failure = { of: 'time stamp', reason: timeStampFailure };
    this.pausedUntil = performance.now() + PAUSE_MS;
    this.log.warn({ msg: 'An output was signed without a time stamp', reason: timeStampFailure });
  }
}
