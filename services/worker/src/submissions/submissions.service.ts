import { LuitError } from '@luit/contracts/errors';
import { NO_KEY } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { INSTANCE } from '../config';
import { type HeldLease, Leases } from '../leases/leases';
import { type InputFrames, InputFramesReader } from './input-frames-reader';
import { InputImageError } from './input-images';
import { CallbackVerifier } from '../providers/callback-verifier';
import { ProviderReadError } from '@luit/engines/engine';
import { Providers } from '../providers/providers';
import { PollTimer } from '../tracking/poll-timer';

type FindClaim = Extract<SubmissionClaim, { action: 'find' }>;
type SubmitClaim = Extract<SubmissionClaim, { action: 'submit' }>;

/** Submits accepted requests to providers, and searches for tasks after an unknown submission. */
@Injectable()
export class SubmissionsService {
  private readonly log = new Logger(SubmissionsService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly frames: InputFramesReader,
    private readonly verifier: CallbackVerifier,
    private readonly timer: PollTimer,
    @Inject(INSTANCE) private readonly workerId: string,
  ) {}

  @OnJob(submitJob)
  async submit(requestId: string): Promise<JobResult> {
    // Measured before the claim, so that the duration of the call counts against the window. The clock keeps running while
    // the process is frozen.
    const startedAt = performance.now();
    const claim = await this.calls.call(generationCalls.claimSubmission, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'find':
        return this.leases.hold(requestId, claim.lease, (held) => this.search(held, claim));
      case 'submit':
        return this.leases.hold(requestId, claim.lease, (held) => this.submitTask(held, claim, startedAt));
    }
  }

  private async submitTask(
    held: HeldLease,
    { task, submitWithinMs }: SubmitClaim,
    startedAt: number,
  ): Promise<JobResult> {
    const provider = await this.providers.find(task.provider);
    if (!provider) return this.putBack(held, task.provider);
    const frames = await this.readFrames(held, task);
    if (frames instanceof InputImageError) return this.rejectImage(held, frames);
    if (performance.now() - startedAt >= submitWithinMs) return this.reportExpiredWindow(held);
    // The end of the lease does not abort it: the id of a task that was bought is needed in any case.
    const outcome = await provider.submit({ task, ...frames }, held.shutdownSignal);
    const { requestId, lease } = held;
    if (outcome.result === 'submitted') {
      this.log.log({ msg: 'Task submitted', requestId, lease, externalId: outcome.externalId });
      return this.recordTask(held, outcome.externalId);
    }
    // Logs only the code: the provider's message may quote the prompt.
    const { result, failure, retryAfterMs } = outcome;
    this.log.warn({ msg: 'Submission failed', requestId, lease, result, code: failure.code, retryAfterMs });
    return held.report(generationCalls.recordSubmissionFailure, outcome);
  }

  /** @throws LuitError `stale_lease`, `conflict` */
  private async recordTask(held: HeldLease, externalId: string): Promise<JobResult> {
    const { firstPollMs } = await held.report(generationCalls.recordSubmission, { externalId, remembersPoll: true });
    if (firstPollMs !== undefined) this.timer.firstPollIn(held.requestId, firstPollMs);
    return { action: 'done' };
  }

  private readFrames(held: HeldLease, task: ProviderTask): Promise<InputFrames | InputImageError> {
    return this.frames.read(held.requestId, task, held.signal).catch((error: unknown) => {
      if (error instanceof InputImageError) return error;
      throw error;
    });
  }

  private rejectImage(held: HeldLease, { message }: InputImageError): Promise<JobResult> {
    this.log.warn({ msg: 'Invalid input image', requestId: held.requestId, reason: message });
    const failure = { kind: 'invalid_input', code: 'input_image', message } as const;
    return held.report(generationCalls.recordSubmissionFailure, { result: 'rejected', failure });
  }

  /** The submission window has passed, for example because the process was frozen. Nothing was sent. */
  private reportExpiredWindow(held: HeldLease): Promise<JobResult> {
    const failure = {
      kind: 'timeout',
      code: 'submit_window_passed',
      message: 'Not submitted: the window has passed',
    } as const;
    return held.report(generationCalls.recordSubmissionFailure, { result: 'retry', failure });
  }

  /** Another worker may be able to use it, for example during a rollout. */
  private putBack(held: HeldLease, provider: string): Promise<JobResult> {
    this.log.warn({
      msg: 'Put the job back: this worker cannot use its provider',
      requestId: held.requestId,
      provider,
    });
    return held.report(generationCalls.recordSubmissionFailure, { result: 'retry', failure: missingKey(provider) });
  }

  /** An earlier attempt may have submitted the task, so this one only searches for it. */
  private async search(held: HeldLease, { task, since, events, claimedAt }: FindClaim): Promise<JobResult> {
    const provider = await this.providers.find(task.provider);
    if (!provider) return held.report(generationCalls.recordSearchFailure, { failure: missingKey(task.provider) });
    try {
      for (const { externalId } of await this.verifier.verifiedTasks(provider, task, events, held.signal)) {
        const result = await this.record(held, externalId);
        if (result) return result;
      }
      const found = await provider.findByRef(task, new Date(since), held.signal);
      const result = found === null || found === 'not_searchable' ? null : await this.record(held, found);
      if (result) return result;
      const { reportedWithinMs } = provider.capabilities;
      return await held.report(generationCalls.recordNotFound, {
        isSearchable: found !== 'not_searchable',
        reportedWithinMs,
        claimedAt,
      });
    } catch (error) {
      if (!(error instanceof ProviderReadError) || held.signal.aborted) throw error;
      const { failure, retryAfterMs } = error;
      this.log.warn({ msg: 'Search at the provider failed', requestId: held.requestId, code: failure.code });
      return held.report(generationCalls.recordSearchFailure, { failure, retryAfterMs });
    }
  }

  /** Null if the task belongs to another request, so the search result or callback was wrong. */
  private async record(held: HeldLease, externalId: string): Promise<JobResult | null> {
    const { requestId } = held;
    try {
      const result = await this.recordTask(held, externalId);
      this.log.log({ msg: 'Found the task of an earlier attempt', requestId, externalId });
      return result;
    } catch (error) {
      if (!(error instanceof LuitError) || error.code !== 'conflict') throw error;
      this.log.warn({ msg: 'The task found at the provider belongs to another request', requestId, externalId });
      return null;
    }
  }
}

function missingKey(provider: string): ProviderFailure {
  return { kind: 'provider', code: NO_KEY, message: provider };
}
