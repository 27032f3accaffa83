import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { MAX_OUTPUT_BYTES } from '@luit/contracts/generation/runner-limits';
import type { RunnerResult } from '@luit/contracts/generation/runners';
import { type Engine, ProviderReadError, type Submission, type TaskStatus } from '@luit/engines/engine';
import { download } from '@luit/engines/transport/download';
import { OutputError } from '@luit/engines/transport/output-error';
import { backoff } from '@luit/platform/scheduling/backoff';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobFiles, StoredJob } from './job-files';
import { type LuitClient, RefusedError } from './luit-client';
import { log } from './log';
import { mayRetry, RETRY, uploadOutput } from './upload-output';

/** Six times in the duration of a lease. */
const HEARTBEAT_MS = 5_000;
const POLL_MS = 1_000;
/** How long the server may not answer before the job is given back. */
const SILENCE_MS = 120_000;
const DOWNLOAD = { maxBytes: MAX_OUTPUT_BYTES, timeoutMs: 30 * 60_000, idleMs: 60_000 };
/** An output that could not be uploaded for so long is of no use to anyone. */
const KEPT_MS = 24 * 3_600_000;

type Ending = Omit<RunnerResult, 'lease'>;

/** Luit has given the job to another runner, or it has ended. */
const LOST = Symbol('lost');
const CANCELED = Symbol('canceled');
/** The runner stops now. */
export const RETURNED = Symbol('returned');

/** Makes one job: from its claim, or where an earlier process left it, to its end. */
export class JobRun {
  private readonly stopped = new AbortController();
  private progress: number | null = null;

  constructor(
    private readonly stored: StoredJob,
    private readonly engine: Engine,
    private readonly client: LuitClient,
    private readonly files: JobFiles,
  ) {}

  get id(): string {
    return this.stored.job.id;
  }

  /** Its output waits for its upload. */
  get isFinished(): boolean {
    return this.stored.output !== null;
  }

  /** The lease had ended, and the runner has claimed the job again. */
  adopt(lease: number): void {
    this.stored.job.lease = lease;
    this.files.write(this.stored);
    log('Claimed the job again', { job: this.id, lease });
  }

  /** Gives the job back, unless its output is finished. */
  giveBack(): void {
    if (!this.isFinished) this.stopped.abort(RETURNED);
  }

  /** @returns how it ended */
  async run(): Promise<RunnerResult['state'] | 'lost'> {
    const heart = setInterval(() => void this.beat(), HEARTBEAT_MS);
    try {
      const ending = await this.make().catch((error: unknown) => this.endingOf(error));
      if (ending === LOST) {
        await this.cancelTask();
        log('Lost the job', { job: this.id });
        return 'lost';
      }
      if (ending.state === 'canceled' || ending.state === 'returned') await this.cancelTask();
      await this.report(ending);
      log('Job ended', { job: this.id, state: ending.state, code: ending.failure?.code });
      return ending.state;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      log('Luit refused the result', { job: this.id, code: error.code, reason: error.message });
      return 'lost';
    } finally {
      clearInterval(heart);
      this.files.remove(this.id);
    }
  }

  private async make(): Promise<Ending> {
    const { signal } = this.stopped;
    if (!this.stored.output) {
      const status = await this.complete(signal);
      if (status.state === 'lost') return { state: 'returned' };
      if (status.state !== 'succeeded') return { state: 'failed', failure: failureOf(status) };
      await this.fetchOutput(status, signal);
    }
    const { bytes, sha256 } = this.stored.output!;
    await uploadOutput(this.client, this.stored.job, { path: this.files.outputPath(this.id), bytes }, signal);
    return { state: 'succeeded', output: { bytes, sha256 } };
  }

  private endingOf(error: unknown): Ending | typeof LOST {
    const { aborted, reason } = this.stopped.signal;
    if (aborted) {
      if (reason === LOST) return LOST;
      return { state: reason === CANCELED ? 'canceled' : 'returned' };
    }
    if (error instanceof RefusedError && error.isLost) return LOST;
    if (error instanceof RejectedError) return { state: 'failed', failure: error.failure };
    const { message } = error as Error;
    log('Job failed', { job: this.id, reason: message });
    if (error instanceof ProviderReadError) return { state: 'returned' };
    const kind = error instanceof OutputError ? 'bad_output' : 'provider';
    const code = error instanceof OutputError ? error.code : 'runner_error';
    return { state: 'failed', failure: { kind, code, message: message.slice(0, 500) } };
  }

  /** Has the server make the task, and waits for its end. */
  private async complete(signal: AbortSignal): Promise<TaskStatus> {
    this.stored.externalId ??= await this.submit(signal);
    this.files.write(this.stored);
    const { externalId } = this.stored;
    for (let silentSince = Date.now(); ;) {
      signal.throwIfAborted();
      try {
        const status = await this.engine.get(externalId, signal);
        silentSince = Date.now();
        if (status.state !== 'queued' && status.state !== 'running') return status;
        this.progress = status.progress;
      } catch (error) {
        if (!(error instanceof ProviderReadError) || Date.now() - silentSince > SILENCE_MS) throw error;
      }
      await pause(POLL_MS, undefined, { signal });
    }
  }

  /** A restart or a lost answer may have left the task at the server, so it is searched there first. @returns its id */
  private async submit(signal: AbortSignal): Promise<string> {
    const startedAt = Date.now();
    const submission = await this.submission();
    const since = new Date(this.stored.claimedAt);
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const found = await this.engine.findByRef(submission.task, since, signal);
      if (found !== null && found !== 'not_searchable') return found;
      const submitted = await this.engine.submit(submission, signal);
      if (submitted.result === 'submitted') return submitted.externalId;
      const { failure } = submitted;
      if (submitted.result === 'rejected') throw new RejectedError(failure);
      if (Date.now() - startedAt > SILENCE_MS) throw new ProviderReadError(failure);
      await pause(submitted.retryAfterMs ?? backoff(attempt, RETRY), undefined, { signal });
    }
  }

  private async submission(): Promise<Submission> {
    const { task: claimed, files } = this.stored.job;
    const task: ProviderTask = { ...claimed, provider: this.stored.engineId, imageKey: null, webhookUrl: null };
    const submission: Submission & { references: string[] } = { task, image: null, lastImage: null, references: [] };
    for (const { name, path, contentType } of files) {
      const content = await this.retry(() => this.client.readFile(path));
      const uri = `data:${contentType};base64,${content.toString('base64')}`;
      if (name === 'reference') submission.references.push(uri);
      else submission[name] = uri;
    }
    return submission;
  }

  private async fetchOutput({ outputUrl, outputAccess }: TaskStatus, signal: AbortSignal): Promise<void> {
    if (outputUrl === null) throw new OutputError('no_output', 'The server returned no output');
    const path = this.files.outputPath(this.id);
    const limits = { ...DOWNLOAD, isLoopbackAllowed: true };
    const access = outputAccess ?? { origin: new URL(outputUrl).origin, headers: {}, isOwn: true };
    await download(outputUrl, `${path}.new`, limits, signal, access);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(`${path}.new`)) hash.update(chunk as Buffer);
    await rename(`${path}.new`, path);
    this.stored.output = { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
    this.files.write(this.stored);
    log('Output finished', { job: this.id, bytes: this.stored.output.bytes });
  }

  private async report(ending: Ending): Promise<void> {
    try {
      await this.retry(() => this.client.end(this.stored.job, ending));
    } catch (error) {
      // The bytes did not outlast a flush of the server's memory, so they are sent again.
      if (!(error instanceof RefusedError) || error.offset === undefined || !this.stored.output) throw error;
      const file = { path: this.files.outputPath(this.id), bytes: this.stored.output.bytes };
      await uploadOutput(this.client, this.stored.job, file, this.stopped.signal);
      await this.retry(() => this.client.end(this.stored.job, ending));
    }
  }

  /** Repeats a call until Luit answers, or the output is too old. */
  private async retry<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const isOffset = error instanceof RefusedError && error.offset !== undefined;
        if (isOffset || !mayRetry(error) || Date.now() - this.stored.claimedAt > KEPT_MS) throw error;
        await pause(backoff(attempt, RETRY));
      }
    }
  }

  private async beat(): Promise<void> {
    try {
      if (await this.client.heartbeat(this.stored.job, this.progress)) this.stopped.abort(CANCELED);
    } catch (error) {
      // Without an answer the job goes on: its lease may last, and its output may be taken even if it does not.
      if (error instanceof RefusedError && error.isLost) this.stopped.abort(LOST);
    }
  }

  private async cancelTask(): Promise<void> {
    const { externalId, output } = this.stored;
    if (externalId === null || output) return;
    await this.engine.cancel(externalId, AbortSignal.timeout(SILENCE_MS)).catch((error: Error) => {
      log('Cancellation failed', { job: this.id, reason: error.message });
    });
  }
}

/** The server refuses the task, whichever runner submits it. */
class RejectedError extends Error {
  override readonly name = 'RejectedError';
  constructor(readonly failure: ProviderFailure) {
    super(failure.message);
  }
}

function failureOf({ state, failure }: TaskStatus): ProviderFailure {
  return failure ?? { kind: 'provider', code: state, message: `The server reports ${state}` };
}
