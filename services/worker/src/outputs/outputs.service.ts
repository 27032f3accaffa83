import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { TaskStatus } from '@luit/engines/engine';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { credentialFormat } from '@luit/media/content-credentials/sign-content';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CONFIG, type WorkerConfig } from '../config';
import { ContentCredentials } from '../content-credentials/content-credentials';
import { generatedBy, restoredBy } from '../content-credentials/manifest';
import type { HeldLease } from '../leases/leases';
import { aiMetadataOf } from '../content-credentials/ai-metadata';
import { download, type DownloadLimits } from '@luit/engines/transport/download';
import { Providers } from '../providers/providers';
import { checkOrConvert } from './converted-video';
import { finishVideo } from './finished-video';
import { finishImage } from './image-output';
import { copyIngredients, copyStored } from './ingredients';
import { IMAGE_EXTENSIONS, imageKeyOf, keyOf } from './output-keys';
import { OutputError } from '@luit/engines/transport/output-error';
import { OutputFingerprints } from './output-fingerprints';
import { OutputChecks } from './output-checks';
import { OutputLabels } from './output-labels';
import { renderTestOutput } from './test-output';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { joinParts } from '../runners/runner-files';
import { removeAbandoned, withWorkFolder } from './work-folder';

type Collected = Omit<Extract<JobOutcome, { kind: 'succeeded' }>, 'kind'>;

/** Where the provider keeps the output. */
export type OutputSource = Pick<TaskStatus, 'outputUrl' | 'outputAccess' | 'storedOutput'>;

interface CollectedOutput {
  collected: Collected;
  /** For the log. */
  details: { size?: string; isStored: boolean };
}

const MAX_PREVIEW_BYTES = 5 * 1024 * 1024;

/** Copies outputs into the storage. Only checked files are stored, so a stored file is never downloaded again. */
@Injectable()
export class OutputsService implements OnModuleInit {
  private readonly log = new Logger(OutputsService.name);
  private readonly limits: DownloadLimits;
  /** Processing a large image takes several hundred megabytes. */
  private readonly limitImages = pLimit(1);

  constructor(
    private readonly storage: Storage,
    private readonly providers: Providers,
    private readonly programs: MediaPrograms,
    private readonly labels: OutputLabels,
    private readonly fingerprints: OutputFingerprints,
    private readonly checks: OutputChecks,
    private readonly credentials: ContentCredentials,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.limits = downloads;
  }

  async onModuleInit(): Promise<void> {
    await removeAbandoned();
  }

  /**
   * Idempotent: after a crash it reuses a stored copy and creates a missing poster.
   *
   * @throws OutputError, `stale_lease`, or errors of the disk or storage
   */
  async collect(held: HeldLease, task: ProviderTask, source: OutputSource): Promise<Collected> {
    const startedAt = performance.now();
    const { collected, details } = await withWorkFolder((folder) =>
      task.duration === null
        ? this.collectImage(folder, held, task, source)
        : this.collectVideo(folder, held, { ...task, duration: task.duration }, source),
    );
    const { requestId } = held;
    const durationMs = Math.round(performance.now() - startedAt);
    const { bytes } = collected;
    this.log.log({ msg: 'Output collected', requestId, bytes, ...details, ordered: task.resolution, durationMs });
    return collected;
  }

  /**
   * Checks and stores the result of the first of two steps. Idempotent.
   *
   * @returns its storage key
   * @throws OutputError, `stale_lease`, or errors of the disk or storage
   */
  async collectStep(held: HeldLease, task: ProviderTask, source: OutputSource): Promise<string> {
    const earlier = await this.findStoredImage(held.requestId, task);
    if (earlier) return earlier.outputKey;
    return withWorkFolder(async (folder) => {
      const file = join(folder, 'image');
      await this.fetch(task, source, file, held.signal);
      const { image, extension } = await this.limitImages(() =>
        finishImage(file, aiMetadataOf(task, held.requestId), null),
      );
      const key = imageKeyOf(held.requestId, task, extension);
      const bytes = await this.store(key, () => Readable.from([image]), held);
      this.log.log({ msg: 'Collected the result of the first step', requestId: held.requestId, bytes });
      return key;
    });
  }

  private async collectVideo(
    folder: string,
    held: HeldLease,
    task: ProviderTask & { duration: number },
    source: OutputSource,
  ): Promise<CollectedOutput> {
    const { signal, requestId } = held;
    const file = join(folder, 'video.mp4');
    const outputKey = keyOf(requestId, 'video');
    const isStored = await copyStored(this.storage, outputKey, file, signal);
    if (!isStored) await this.fetch(task, source, file, signal);
    const downloaded = { programs: this.programs, folder, file, orderedSeconds: task.duration };
    const { video, facts } = await checkOrConvert(downloaded, signal);
    const copy = isStored ? null : { metadata: aiMetadataOf(task, requestId), label: await this.labels.of(task) };
    const { poster, frames, ...finished } = await finishVideo(this.programs, folder, video, { copy, facts }, signal);
    // Stored outputs have been checked.
    const checked = { held, task, outputKey, content: () => createReadStream(finished.video) };
    if (!isStored) await this.checks.assertVideo(checked, finished.checked);
    // A video without a poster is still a valid output.
    const posterKey = poster && (await this.storePoster(poster, held));
    const signed = isStored ? finished.video : await this.sign(folder, finished.video, outputKey, task, held);
    const bytes = await this.store(outputKey, () => createReadStream(signed), held);
    const { durationSeconds } = facts;
    const fingerprint = frames && (await this.fingerprints.ofVideo(frames, held));
    const contentType = contentTypeOf(outputKey);
    const collected = { outputKey, posterKey, contentType, bytes, durationSeconds, fingerprint };
    return { collected, details: { size: `${facts.width}×${facts.height}`, isStored } };
  }

  private async collectImage(
    folder: string,
    held: HeldLease,
    task: ProviderTask,
    source: OutputSource,
  ): Promise<CollectedOutput> {
    const { requestId } = held;
    const file = join(folder, 'image');
    const posterKey = keyOf(requestId, 'preview');
    const stored = await this.findStoredImage(requestId, task);
    if (stored) {
      const fingerprint = await this.fingerprints.ofStoredPhoto(posterKey, held);
      return { collected: { ...stored, posterKey, durationSeconds: null, fingerprint }, details: { isStored: true } };
    }
    await this.fetch(task, source, file, held.signal);
    const label = await this.labels.of(task);
    const { image, preview, extension, width, height } = await this.limitImages(() =>
      finishImage(file, aiMetadataOf(task, requestId), label),
    );
    const outputKey = imageKeyOf(requestId, task, extension);
    await this.checks.assertImage({ held, task, outputKey, content: () => Readable.from([image]) }, preview);
    // Stored before the image, so that a stored image always has a preview.
    await this.store(posterKey, () => Readable.from([preview]), held);
    const finished = join(folder, `finished.${extension}`);
    await writeFile(finished, image);
    const signed = await this.sign(folder, finished, outputKey, task, held);
    const bytes = await this.store(outputKey, () => createReadStream(signed), held);
    const fingerprint = await this.fingerprints.ofPhoto(preview, held);
    const contentType = contentTypeOf(outputKey);
    const collected = { outputKey, posterKey, contentType, bytes, durationSeconds: null, fingerprint };
    return { collected, details: { size: `${width}×${height}`, isStored: false } };
  }

  /** @returns the path of the signed copy, or `file` if outputs are not signed */
  private async sign(
    folder: string,
    file: string,
    outputKey: string,
    task: ProviderTask,
    { requestId, signal }: HeldLease,
  ): Promise<string> {
    const { isActive } = this.credentials;
    const ingredients = isActive ? await copyIngredients(this.storage, folder, task, requestId, signal) : [];
    const metadata = aiMetadataOf(task, requestId);
    const manifest =
      task.type === 'restore'
        ? restoredBy(task.model, metadata, ingredients)
        : generatedBy(task, metadata, ingredients);
    const format = credentialFormat.parse(contentTypeOf(outputKey));
    return this.credentials.sign(folder, { file, format, manifest, ingredients }, signal);
  }

  private async findStoredImage(requestId: string, task: ProviderTask) {
    for (const extension of IMAGE_EXTENSIONS) {
      const outputKey = imageKeyOf(requestId, task, extension);
      const stored = await this.storage.stat(outputKey);
      if (stored) return { outputKey, contentType: stored.contentType, bytes: stored.size };
    }
    return null;
  }

  private async fetch(
    task: ProviderTask,
    { outputUrl: url, outputAccess, storedOutput }: OutputSource,
    file: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (storedOutput) return joinParts(this.storage, storedOutput, file, signal);
    if (url === null) throw new OutputError('no_output', 'The provider returned no output');
    if (task.provider === TEST_PROVIDER) return renderTestOutput(this.programs, task, url, file, signal);
    try {
      const access = outputAccess ?? (await this.providers.outputAccess(task.provider));
      await download(url, file, this.limits, signal, access);
    } catch (error) {
      if (error instanceof OutputError && error.code === 'forbidden_address') {
        recordSecurityEvent('outbound_address_blocked', { reason: error.message });
      }
      throw error;
    }
  }

  private async storePoster(poster: string, held: HeldLease): Promise<string> {
    const posterKey = keyOf(held.requestId, 'poster');
    await held.assertCurrent();
    const options = { contentType: contentTypeOf(posterKey), maxBytes: MAX_PREVIEW_BYTES, signal: held.signal };
    await this.storage.put(posterKey, createReadStream(poster), options);
    return posterKey;
  }

  /** Keeps a file that is already stored. @returns its size in bytes */
  private async store(key: string, content: () => Readable, held: HeldLease): Promise<number> {
    const stored = await this.storage.stat(key);
    if (stored) return stored.size;
    // A process that was frozen past its lease must not overwrite what its successor stored.
    await held.assertCurrent();
    const { maxBytes } = this.limits;
    return this.storage.put(key, content(), { contentType: contentTypeOf(key), maxBytes, signal: held.signal });
  }
}
