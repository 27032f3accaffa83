import { NO_KEY } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type ClaimedModelCheck, modelCheckJob } from '@luit/contracts/generation/model-checks';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type DeliveredOutput, jobIdOf } from '@luit/contracts/generation/runners';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ProviderReadError } from '@luit/engines/engine';
import { OutputError } from '@luit/engines/transport/output-error';
import { openImage } from '../images/safe-sharp';
import { withWorkFolder } from '../outputs/work-folder';
import { joinParts, RUNNER_FOLDERS } from '../runners/runner-files';
import type { Provider } from '../providers/provider';
import { Providers } from '../providers/providers';

const TIMEOUT_MS = 20_000;
const JOIN_TIMEOUT_MS = 60_000;
const POLL_MS = 2_000;
const MAX_PIXELS = 80_000_000;
/** Where an MP4 file says what it is, bytes (ISO/IEC 14496-12, 4.3). */
const FTYP = { start: 4, end: 8 };
/** Of the sample image, pixels. */
const [WIDTH, HEIGHT, HORIZON] = [1_280, 720, 400];

type Found = Omit<RequestOf<typeof generationCalls.recordModelCheck>, 'checkId'>;

/** Asks vendors about models for operators: the input that they publish, or one run of an entry. */
@Injectable()
export class ModelChecksService {
  constructor(
    private readonly calls: CallClient,
    private readonly providers: Providers,
    private readonly storage: Storage,
  ) {}

  @OnJob(modelCheckJob)
  async run(checkId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimModelCheck, { checkId });
    if (claim.action === 'none') return { action: 'done' };
    const found = await this.stepOf(claim);
    if (found) await this.calls.call(generationCalls.recordModelCheck, { checkId, ...found });
    const isEnd = found && !('taskId' in found);
    return isEnd ? { action: 'done' } : { action: 'reschedule', delayMs: POLL_MS };
  }

  /** Null if there is nothing new. */
  private async stepOf(claim: Exclude<ClaimedModelCheck, { action: 'none' }>): Promise<Found | null> {
    const name = claim.action === 'submit' ? claim.task.provider : claim.provider;
    const provider = await this.providers.find(name);
    if (!provider) return { error: `${NO_KEY}: This worker cannot use ${name}` };
    if (claim.action === 'submit') return submit(provider, claim.task);
    try {
      return claim.action === 'schema'
        ? await readSchema(provider, claim.model)
        : await this.poll(provider, claim.taskId);
    } catch (error) {
      if (error instanceof OutputError) return { error: `${error.code}: ${error.message}` };
      if (!(error instanceof ProviderReadError)) throw error;
      // The task goes on, whether or not this poll was answered.
      return claim.action === 'poll' ? null : { error: textOf(error.failure) };
    }
  }

  private async poll(provider: Provider, taskId: string): Promise<Found | null> {
    const { state, outputUrl, storedOutput, failure } = await provider.get(taskId, AbortSignal.timeout(TIMEOUT_MS));
    if (state === 'queued' || state === 'running') return null;
    if (state === 'succeeded' && storedOutput) return { outputKey: await this.keep(storedOutput, taskId) };
    if (state === 'succeeded' && outputUrl !== null) return { outputUrl };
    return { error: failure ? textOf(failure) : state };
  }

  /** Joins what a runner delivered. The file is removed with its parts. @returns its storage key @throws OutputError */
  private keep(output: DeliveredOutput, taskId: string): Promise<string> {
    return withWorkFolder(async (folder) => {
      const file = join(folder, 'output');
      const signal = AbortSignal.timeout(JOIN_TIMEOUT_MS);
      await joinParts(this.storage, output, file, signal);
      const key = `${RUNNER_FOLDERS.outputs}/${jobIdOf(taskId)}-tried.${await extensionOf(file)}`;
      const options = { contentType: contentTypeOf(key), maxBytes: output.bytes, signal };
      await this.storage.put(key, createReadStream(file), options);
      return key;
    });
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

/** @throws OutputError unless it is an image or an MP4 video */
async function extensionOf(file: string): Promise<string> {
  const { format } = await openImage(file, MAX_PIXELS)
    .metadata()
    .catch(() => ({ format: undefined }));
  if (format) return format === 'jpeg' ? 'jpg' : format;
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(FTYP.end), 0, FTYP.end);
    if (buffer.toString('latin1', FTYP.start) === 'ftyp') return 'mp4';
  } finally {
    await opened.close();
  }
  throw new OutputError('no_output', 'The output is neither an MP4 video nor a PNG, JPEG or WebP image');
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
