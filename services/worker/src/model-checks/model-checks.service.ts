import { NO_KEY } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type ClaimedModelCheck, modelCheckJob } from '@luit/contracts/generation/model-checks';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ProviderReadError } from '@luit/engines/engine';
import { download, type DownloadLimits } from '@luit/engines/transport/download';
import { OutputError } from '@luit/engines/transport/output-error';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { CONFIG, type WorkerConfig } from '../config';
import { openImage } from '../images/safe-sharp';
import { checkOrConvert } from '../outputs/converted-video';
import { withWorkFolder } from '../outputs/work-folder';
import { joinParts, RUNNER_FOLDERS } from '../runners/runner-files';
import type { Provider } from '../providers/provider';
import { Providers } from '../providers/providers';

const TIMEOUT_MS = 20_000;
/** For each: getting the output, and converting it. */
const OUTPUT_TIMEOUT_MS = 60_000;
const POLL_MS = 2_000;
const MAX_PIXELS = 80_000_000;
/** Of the sample image, pixels. */
const [WIDTH, HEIGHT, HORIZON] = [1_280, 720, 400];

type Polled = Extract<ClaimedModelCheck, { action: 'poll' }>;
type Found = Omit<RequestOf<typeof generationCalls.recordModelCheck>, 'checkId'>;

/** Asks vendors about models for operators: the input that they publish, or one run of an entry. */
@Injectable()
export class ModelChecksService {
  private readonly downloads: DownloadLimits;

  constructor(
    private readonly calls: CallClient,
    private readonly providers: Providers,
    private readonly storage: Storage,
    private readonly programs: MediaPrograms,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.downloads = downloads;
  }

  @OnJob(modelCheckJob)
  async run(checkId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimModelCheck, { checkId });
    if (claim.action === 'none') return { action: 'done' };
    const found = await this.stepOf(checkId, claim);
    if (found) await this.calls.call(generationCalls.recordModelCheck, { checkId, ...found });
    const isEnd = found && !('taskId' in found);
    return isEnd ? { action: 'done' } : { action: 'reschedule', delayMs: POLL_MS };
  }

  /** Null if there is nothing new. */
  private async stepOf(checkId: string, claim: Exclude<ClaimedModelCheck, { action: 'none' }>): Promise<Found | null> {
    const name = claim.action === 'submit' ? claim.task.provider : claim.provider;
    const provider = await this.providers.find(name);
    if (!provider) return { error: `${NO_KEY}: This worker cannot use ${name}` };
    if (claim.action === 'submit') return submit(provider, claim.task);
    try {
      return claim.action === 'schema'
        ? await readSchema(provider, claim.model)
        : await this.poll(checkId, provider, claim);
    } catch (error) {
      if (error instanceof OutputError) return { error: `${error.code}: ${error.message}` };
      if (!(error instanceof ProviderReadError)) throw error;
      // The task goes on, whether or not this poll was answered.
      return claim.action === 'poll' ? null : { error: textOf(error.failure) };
    }
  }

  private async poll(checkId: string, provider: Provider, { taskId, duration }: Polled): Promise<Found | null> {
    const status = await provider.get(taskId, AbortSignal.timeout(TIMEOUT_MS));
    const { state, outputUrl, outputAccess, storedOutput, failure } = status;
    if (state === 'queued' || state === 'running') return null;
    if (state === 'succeeded' && storedOutput) {
      const join = (file: string) =>
        joinParts(this.storage, storedOutput, file, AbortSignal.timeout(OUTPUT_TIMEOUT_MS));
      return { outputKey: await this.keep(checkId, duration, join) };
    }
    if (state === 'succeeded' && outputUrl !== null) {
      if (!outputAccess) return { outputUrl };
      const limits = { ...this.downloads, timeoutMs: OUTPUT_TIMEOUT_MS };
      const { signal } = new AbortController();
      const fetch = (file: string) => download(outputUrl, file, limits, signal, outputAccess);
      return { outputKey: await this.keep(checkId, duration, fetch) };
    }
    return { error: failure ? textOf(failure) : state };
  }

  /**
   * Keeps what an own server or a runner made, which browsers of operators cannot reach there.
   *
   * @returns its storage key
   * @throws OutputError
   */
  private keep(checkId: string, duration: number | null, write: (file: string) => Promise<void>): Promise<string> {
    return withWorkFolder(async (folder) => {
      const received = join(folder, 'output');
      await write(received);
      const { file, extension } = await this.shownFile(folder, received, duration);
      const key = `${RUNNER_FOLDERS.outputs}/${checkId}-tried.${extension}`;
      const options = { contentType: contentTypeOf(key), maxBytes: (await stat(file)).size };
      await this.storage.put(key, createReadStream(file), options);
      return key;
    });
  }

  /** An image, or a video that is converted where the video of a customer would be. @throws OutputError */
  private async shownFile(folder: string, file: string, duration: number | null) {
    const { format } = await openImage(file, MAX_PIXELS)
      .metadata()
      .catch(() => ({ format: undefined }));
    if (format) return { file, extension: format === 'jpeg' ? 'jpg' : format };
    if (duration === null) throw new OutputError('no_output', 'The output is no PNG, JPEG or WebP image');
    const source = { programs: this.programs, folder, file, orderedSeconds: duration };
    const { video } = await checkOrConvert(source, AbortSignal.timeout(OUTPUT_TIMEOUT_MS));
    return { file: video, extension: 'mp4' };
  }
}

async function readSchema(provider: Provider, model: string): Promise<Found> {
  if (!provider.publishedInput) return { error: 'This provider publishes no input schemas' };
  return { fields: await provider.publishedInput(model, AbortSignal.timeout(TIMEOUT_MS)) };
}

async function submit(provider: Provider, task: ProviderTask): Promise<Found> {
  const takesImage = task.route?.fields.image !== undefined;
  const image = takesImage ? await sampleImage() : null;
  const result = await provider.submit({ task, image }, AbortSignal.timeout(TIMEOUT_MS));
  return result.result === 'submitted' ? { taskId: result.externalId } : { error: textOf(result.failure) };
}

function textOf({ code, message }: ProviderFailure): string {
  return `${code}: ${message}`;
}

/** The image of runs that start from one: a sky above water, as a data URI. */
async function sampleImage(): Promise<string> {
  const sky = sharp({ create: { width: WIDTH, height: HORIZON, channels: 3, background: '#8fc7d9' } });
  const jpeg = await sky
    .extend({ bottom: HEIGHT - HORIZON, background: '#2b5f73' })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
