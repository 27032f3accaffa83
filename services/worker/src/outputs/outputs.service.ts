import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { contentTypeOf, type Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger } from '@nestjs/common';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Turns } from '../images/turns';
import type { HeldLease } from '../leases/leases';
import { aiMetadataOf } from './ai-metadata';
import { download, type DownloadLimits } from './download';
import { finishImage } from './image-output';
import { OutputError } from './output-error';
import type { MediaPrograms } from './media-programs';
import { checkVideo, takePoster, type VideoFacts } from './video-check';
import { tagVideo } from './video-metadata';
import { withWorkFolder } from './work-folder';

type Collected = Omit<Extract<JobOutcome, { kind: 'succeeded' }>, 'kind'>;

const MAX_PREVIEW_BYTES = 5 * 1024 * 1024;

const FILES = {
  video: 'video.mp4',
  poster: 'poster.jpg',
  png: 'restored.png',
  jpg: 'restored.jpg',
  preview: 'preview.jpg',
  coloredPng: 'colored.png',
  coloredJpg: 'colored.jpg',
} as const;

function keyOf(requestId: string, file: keyof typeof FILES): string {
  return `outputs/${requestId}/${FILES[file]}`;
}

/** Wherever something of a request's output may lie. */
export function outputKeysOf(requestId: string): string[] {
  return Object.values(FILES).map((file) => `outputs/${requestId}/${file}`);
}

/** Copies outputs into the storage. Only what was checked gets there, so what is there needs no second download. */
@Injectable()
export class OutputsService {
  private readonly log = new Logger(OutputsService.name);
  /** A large picture takes some hundred megabytes while it is worked on. */
  private readonly turns = new Turns(1);

  constructor(
    private readonly storage: Storage,
    private readonly programs: MediaPrograms,
    private readonly limits: DownloadLimits,
    /** Drawn into every output; null for none. */
    private readonly label: string | null,
  ) {}

  /**
   * Idempotent: after a crash a copy that is there already is taken again, and a poster that is missing is made.
   *
   * @throws OutputError · `stale_lease` · errors of our own disk or storage
   */
  async collect(held: HeldLease, task: ProviderTask, url: string | null): Promise<Collected> {
    return withWorkFolder((folder) =>
      task.duration === null
        ? this.collectImage(folder, held, task, url)
        : this.collectVideo(folder, held, { ...task, duration: task.duration }, url),
    );
  }

  /**
   * What the first of two steps made, looked at and stored for the second. Idempotent.
   *
   * @returns its key
   * @throws OutputError · `stale_lease` · errors of our own disk or storage
   */
  async collectStep(held: HeldLease, task: ProviderTask, url: string | null): Promise<string> {
    for (const file of ['coloredPng', 'coloredJpg'] as const) {
      const key = keyOf(held.requestId, file);
      if (await this.storage.stat(key)) return key;
    }
    return withWorkFolder(async (folder) => {
      const file = join(folder, 'image');
      await this.fetch(url, file, held.signal);
      const { image, extension } = await this.turns.take(() => finishImage(file, aiMetadataOf(task), null));
      const key = keyOf(held.requestId, extension === 'png' ? 'coloredPng' : 'coloredJpg');
      const bytes = await this.store(key, () => Readable.from([image]), held);
      this.log.log({ msg: 'Collected the first step', requestId: held.requestId, bytes });
      return key;
    });
  }

  private async collectVideo(
    folder: string,
    held: HeldLease,
    task: ProviderTask & { duration: number },
    url: string | null,
  ): Promise<Collected> {
    const { signal, requestId } = held;
    const file = join(folder, 'video.mp4');
    const outputKey = keyOf(requestId, 'video');
    const isStored = await this.readStored(outputKey, file, signal);
    if (!isStored) await this.fetch(url, file, signal);
    const facts = await checkVideo(this.programs, file, task.duration, signal);
    const how = { mark: aiMetadataOf(task), label: this.label, facts };
    const marked = isStored ? file : await tagVideo(this.programs, folder, file, how, signal);
    const posterKey = await this.storePoster(folder, marked, facts, held);
    const bytes = await this.store(outputKey, () => createReadStream(marked), held);
    const size = `${facts.width}×${facts.height}`;
    this.log.log({ msg: 'Collected', requestId, bytes, size, ordered: task.resolution, isStored });
    return {
      outputKey,
      posterKey,
      contentType: contentTypeOf(outputKey),
      bytes,
      durationSeconds: facts.durationSeconds,
    };
  }

  private async collectImage(
    folder: string,
    held: HeldLease,
    task: ProviderTask,
    url: string | null,
  ): Promise<Collected> {
    const { requestId } = held;
    const file = join(folder, 'image');
    const posterKey = keyOf(requestId, 'preview');
    const earlier = await this.storedImage(requestId);
    if (earlier) return { ...earlier, posterKey, durationSeconds: null };
    await this.fetch(url, file, held.signal);
    const { image, preview, extension, width, height } = await this.turns.take(() =>
      finishImage(file, aiMetadataOf(task), this.label),
    );
    const outputKey = keyOf(requestId, extension);
    // Before the image, so that where the image is its preview is too.
    await this.store(posterKey, () => Readable.from([preview]), held);
    const bytes = await this.store(outputKey, () => Readable.from([image]), held);
    this.log.log({ msg: 'Collected', requestId, bytes, size: `${width}×${height}`, ordered: task.resolution });
    return { outputKey, posterKey, contentType: contentTypeOf(outputKey), bytes, durationSeconds: null };
  }

  private async storedImage(requestId: string) {
    for (const extension of ['png', 'jpg'] as const) {
      const outputKey = keyOf(requestId, extension);
      const stored = await this.storage.stat(outputKey);
      if (stored) return { outputKey, contentType: stored.contentType, bytes: stored.size };
    }
    return null;
  }

  private async readStored(key: string, file: string, signal: AbortSignal): Promise<boolean> {
    const stored = await this.storage.get(key);
    if (!stored) return false;
    await pipeline(stored.stream, createWriteStream(file), { signal });
    return true;
  }

  private async fetch(url: string | null, file: string, signal: AbortSignal): Promise<void> {
    if (url === null) throw new OutputError('no_output', 'The provider names no output');
    await download(url, file, this.limits, signal);
  }

  /** Null where no frame could be taken: a film without a poster is still what was paid for. */
  private async storePoster(folder: string, file: string, facts: VideoFacts, held: HeldLease): Promise<string | null> {
    const { requestId, signal } = held;
    const posterKey = keyOf(requestId, 'poster');
    const poster = join(folder, 'poster.jpg');
    try {
      await takePoster(this.programs, file, poster, facts, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.log.warn({ msg: 'No poster could be taken', requestId, reason: (error as Error).message });
      return null;
    }
    const options = { contentType: contentTypeOf(posterKey), maxBytes: MAX_PREVIEW_BYTES, signal };
    await this.storage.put(posterKey, createReadStream(poster), options);
    return posterKey;
  }

  /** Keeps what is there already: it was checked then. @returns the bytes of the file */
  private async store(key: string, content: () => Readable, held: HeldLease): Promise<number> {
    const stored = await this.storage.stat(key);
    if (stored) return stored.size;
    // A process that slept through its lease must not write over what its successor stored.
    await held.report(generationCalls.renewLease, {});
    const { maxBytes } = this.limits;
    return this.storage.put(key, content(), { contentType: contentTypeOf(key), maxBytes, signal: held.signal });
  }
}
