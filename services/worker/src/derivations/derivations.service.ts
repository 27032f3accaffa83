import { type DerivedFile, deriveJob } from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import type { CredentialFormat } from '@luit/media/content-credentials/sign-content';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable, Logger } from '@nestjs/common';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { versionMetadataOf, xmpOf } from '../content-credentials/ai-metadata';
import { ContentCredentials } from '../content-credentials/content-credentials';
import { INGREDIENTS, versionOf } from '../content-credentials/manifest';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { derivedKeysOf } from '../outputs/output-keys';
import { withWorkFolder } from '../outputs/work-folder';
import { CONVERSION_MS, makeVersions } from './conversions';
import { addXmp } from './webp-metadata';

interface Made {
  small: DerivedFile | null;
  animation: DerivedFile | null;
}

/** Makes small and animated versions of stored videos. */
@Injectable()
export class DerivationsService {
  private readonly log = new Logger(DerivationsService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
    private readonly programs: MediaPrograms,
    private readonly credentials: ContentCredentials,
  ) {}

  /**
   * Idempotent. One at a time, so that outputs of jobs, which people wait for, always find a free core.
   *
   * @throws errors of calls and the storage, so that the queue retries
   */
  @OnJob(deriveJob, { concurrency: 1 })
  async make(requestId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimDerivation, { requestId });
    if (claim.action === 'remove') await this.remove(requestId);
    if (claim.action !== 'make') return { action: 'done' };
    const startedAt = performance.now();
    const made = await withWorkFolder((folder) => this.convert(folder, requestId, claim.outputKey));
    if (made === null) {
      await this.calls.call(generationCalls.recordDerivationFailure, { requestId });
      return { action: 'done' };
    }
    const { isKept } = await this.calls.call(generationCalls.recordDerivation, { requestId, ...made });
    if (!isKept) await this.remove(requestId);
    const durationMs = Math.round(performance.now() - startedAt);
    const [small, animation] = [made.small?.bytes, made.animation?.bytes];
    this.log.log({ msg: 'Derived files made', requestId, small, animation, isKept, durationMs });
    return { action: 'done' };
  }

  /** Null if the video cannot be converted. */
  private async convert(folder: string, requestId: string, outputKey: string): Promise<Made | null> {
    const video = join(folder, 'video.mp4');
    const files = { small: join(folder, 'small.mp4'), animation: join(folder, 'animation.webp') };
    const stored = await this.storage.get(outputKey);
    if (!stored) return null;
    await pipeline(stored.stream, createWriteStream(video));
    const signal = AbortSignal.timeout(CONVERSION_MS);
    let hasSmall: boolean;
    try {
      hasSmall = await makeVersions(this.programs, video, files, signal);
      await addXmp(files.animation, xmpOf(versionMetadataOf(requestId)));
    } catch (error) {
      this.log.warn({ msg: 'Converting a video failed', requestId, reason: (error as Error).message });
      return null;
    }
    const small = hasSmall ? await this.sign(folder, files.small, 'video/mp4', requestId, signal) : null;
    const animation = await this.sign(folder, files.animation, 'image/webp', requestId, signal);
    const keys = derivedKeysOf(requestId);
    // A small version that is not smaller would be of no use.
    const isSmaller = small !== null && (await stat(small)).size < stored.size;
    return {
      small: isSmaller ? await this.store(keys.small, small) : null,
      animation: await this.store(keys.animation, animation),
    };
  }

  /** Signs a version of `video.mp4` in the folder. */
  private sign(
    folder: string,
    file: string,
    format: CredentialFormat,
    requestId: string,
    signal: AbortSignal,
  ): Promise<string> {
    const video = { ...INGREDIENTS.video, file: join(folder, 'video.mp4'), format: 'video/mp4' } as const;
    const manifest = versionOf(versionMetadataOf(requestId), video);
    return this.credentials.sign(folder, { file, format, manifest, ingredients: [video] }, signal);
  }

  private async store(key: string, file: string): Promise<DerivedFile> {
    const { size } = await stat(file);
    const options = { contentType: contentTypeOf(key), maxBytes: size };
    return { key, bytes: await this.storage.put(key, createReadStream(file), options) };
  }

  private async remove(requestId: string): Promise<void> {
    for (const key of Object.values(derivedKeysOf(requestId))) await this.storage.remove(key);
  }
}
