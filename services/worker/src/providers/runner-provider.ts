import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { INPUT_FILES, jobIdOf, type RunnerJob, type RunnerTask } from '@luit/contracts/generation/runners';
import {
  type Capabilities,
  type ServerFacts,
  type Submission,
  type SubmitResult,
  type TaskState,
  type TaskStatus,
} from '@luit/engines/engine';
import { failure, readError } from '@luit/engines/failures';
import { CallClient } from '@luit/platform/calls/call-client';
import { Batcher } from '@luit/platform/database/batcher';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { RUNNER_FOLDERS } from '../runners/runner-files';
import type { Provider, WebhookResult } from './provider';

/** While all slots are taken, and while no runner is online. Milliseconds. */
const RETRY_MS = { busy: 2_000, offline: 5_000 };
const STATES: Record<RunnerJob['state'], TaskState> = {
  waiting: 'queued',
  running: 'running',
  lost: 'lost',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};
const LOST = failure('timeout', 'runner_lost', 'The runner disappeared, and no other one took the job');
const JPEG = /^data:image\/jpeg;base64,/;

/** The jobs of runners, which generation keeps: what is a vendor's API elsewhere are calls here. */
@Injectable()
export class RunnerTasks {
  /** Polls that are due together are one call. */
  private readonly reads = new Batcher<string, RunnerJob | null>((ids) => this.read(ids));

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
  ) {}

  providerOf(instance: string): Provider {
    return new RunnerProvider(instance, this);
  }

  async submit(
    instance: string,
    { task, image, lastImage = null, references = [] }: Submission,
  ): Promise<SubmitResult> {
    const id = randomUUID();
    const images = { image: [image], lastImage: [lastImage], reference: references };
    const files = await Promise.all(
      INPUT_FILES.flatMap((name) =>
        images[name].flatMap((uri, index) => (uri ? [this.store(`${id}-${name}-${index}`, name, uri)] : [])),
      ),
    );
    const { result, externalId } = await this.calls.call(generationCalls.submitRunnerJob, {
      ...{ id, instance, files, clientRef: task.clientRef },
      task: withoutKeys(task),
    });
    if (externalId !== null) return { result: 'submitted', externalId };
    const busy = result === 'busy';
    const reason = busy ? failure('quota', 'no_slot', 'All slots of the runners are taken') : OFFLINE;
    return { result: 'retry', failure: reason, retryAfterMs: RETRY_MS[busy ? 'busy' : 'offline'] };
  }

  async get(externalId: string): Promise<TaskStatus> {
    const job = await this.reads.add(jobIdOf(externalId));
    if (!job) throw readError('unknown_job', 'The job of the runner does not exist');
    const { state, progress, output } = job;
    const reason = state === 'lost' ? LOST : job.failure;
    return { state: STATES[state], progress, outputUrl: null, storedOutput: output ?? undefined, failure: reason };
  }

  async find(instance: string, clientRef: string): Promise<string | null> {
    return (await this.calls.call(generationCalls.findRunnerJob, { instance, clientRef })).externalId;
  }

  async cancel(externalId: string): Promise<'accepted' | 'too_late'> {
    return (await this.calls.call(generationCalls.cancelRunnerJob, { id: jobIdOf(externalId) })).result;
  }

  count(instance: string): Promise<{ online: number; slots: number; gpus: string[] }> {
    return this.calls.call(generationCalls.countRunners, { instance });
  }

  private async read(ids: string[]): Promise<(RunnerJob | null)[]> {
    const { jobs } = await this.calls.call(generationCalls.readRunnerJobs, { ids: [...new Set(ids)] });
    const found = new Map(jobs.map((job) => [job.id, job]));
    return ids.map((id) => found.get(id) ?? null);
  }

  private async store(name: string, role: (typeof INPUT_FILES)[number], uri: string) {
    const content = Buffer.from(uri.replace(JPEG, ''), 'base64');
    const key = `${RUNNER_FOLDERS.inputs}/${name}.jpg`;
    await this.storage.put(key, Readable.from([content]), { contentType: 'image/jpeg', maxBytes: content.length });
    return { name: role, key, contentType: 'image/jpeg', bytes: content.length };
  }
}

/** Runners get images as files, and none of our storage keys. */
function withoutKeys({
  imageKey: _key,
  webhookUrl: _url,
  provider: _provider,
  options,
  ...task
}: ProviderTask): RunnerTask {
  return {
    ...task,
    ...(options && { options: { ...options, lastImageKey: null, references: [], extendedKey: null } }),
  };
}

const OFFLINE = failure('quota', 'no_runner', 'No runner is online');

/** The runners of one instance. */
class RunnerProvider implements Provider {
  readonly capabilities: Capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: false,
    progress: true,
    reportedWithinMs: 0,
  };

  constructor(
    private readonly instance: string,
    private readonly tasks: RunnerTasks,
  ) {}

  submit(submission: Submission): Promise<SubmitResult> {
    return this.tasks.submit(this.instance, submission).catch((error: Error) => ({
      result: 'unknown',
      failure: failure('provider', 'unavailable', error.message),
    }));
  }

  get(externalId: string): Promise<TaskStatus> {
    return readable(this.tasks.get(externalId));
  }

  findByRef({ clientRef }: ProviderTask): Promise<string | null> {
    return readable(this.tasks.find(this.instance, clientRef));
  }

  cancel(externalId: string): Promise<'accepted' | 'too_late'> {
    return readable(this.tasks.cancel(externalId));
  }

  async check(): Promise<void> {
    await this.describe();
  }

  /** The runners that are online, in place of one server. @throws ProviderReadError if there are none */
  async describe(): Promise<ServerFacts> {
    const { online, slots, gpus } = await readable(this.tasks.count(this.instance));
    if (online === 0) throw readError(OFFLINE.code, OFFLINE.message);
    const software = `${online === 1 ? '1 runner' : `${online} runners`} with ${slots === 1 ? '1 slot' : `${slots} slots`}`;
    return { software, models: [], devices: gpus.map((name) => ({ name, totalBytes: 0, freeBytes: 0 })) };
  }

  verifyCallback(): Promise<WebhookResult> {
    return Promise.resolve({ refusal: 'Runners report through calls of their own' });
  }
}

/** @throws ProviderReadError in place of the errors of calls */
function readable<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw error instanceof LuitError ? readError(error.code, error.message) : error;
  });
}
