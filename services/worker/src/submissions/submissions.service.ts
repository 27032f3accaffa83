import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { type HeldLease, Leases } from '../leases/leases';
import { InputImageError, InputImages } from './input-images';
import { Callbacks } from '../providers/callbacks';
import { ProviderUnreadableError } from '../providers/provider';
import { Providers } from '../providers/providers';

type FindClaim = Extract<SubmissionClaim, { action: 'find' }>;
type SubmitClaim = Extract<SubmissionClaim, { action: 'submit' }>;

const ASK_AGAIN_MS = 1_000;

/** Brings accepted requests to their providers, each at most once knowingly. */
@Injectable()
export class SubmissionsService {
  private readonly log = new Logger(SubmissionsService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly images: InputImages,
    private readonly callbacks: Callbacks,
    private readonly workerId: string,
  ) {}

  async submit(requestId: string): Promise<JobResult> {
    // Taken before the claim is asked for, so the time it took counts against the window. It runs on while frozen.
    const askedAt = performance.now();
    const claim = await this.calls.call(generationCalls.claimSubmission, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'find':
        return this.leases.hold(requestId, claim.lease, (held) => this.find(held, claim));
      case 'submit':
        return this.leases.hold(requestId, claim.lease, (held) => this.post(held, claim, askedAt));
    }
  }

  private async post(held: HeldLease, { task, submitWithinMs }: SubmitClaim, askedAt: number): Promise<JobResult> {
    const provider = this.providers.find(task.provider);
    if (!provider) return this.reject(held, task.provider);
    const image = await this.readImage(task);
    if (image instanceof InputImageError) return this.rejectImage(held, image);
    if (performance.now() - askedAt >= submitWithinMs) return this.tooLate(held);
    // Not given up with the lease: the id of a task that was bought is worth knowing in any case.
    const outcome = await provider.submit({ task, image }, held.ending);
    const { requestId, lease } = held;
    if (outcome.result === 'submitted') {
      this.log.log({ msg: 'Submitted', requestId, lease, externalId: outcome.externalId });
      return held.report(generationCalls.recordSubmission, { externalId: outcome.externalId });
    }
    // Codes alone: a provider's words may repeat the prompt.
    const { result, failure, retryAfterMs } = outcome;
    this.log.warn({ msg: 'Not submitted', requestId, lease, result, code: failure.code, retryAfterMs });
    return held.report(generationCalls.recordSubmissionFailure, outcome);
  }

  private readImage({ imageKey }: ProviderTask): Promise<string | null | InputImageError> {
    return this.images.read(imageKey).catch((error: unknown) => {
      if (error instanceof InputImageError) return error;
      throw error;
    });
  }

  private rejectImage(held: HeldLease, { message }: InputImageError): Promise<JobResult> {
    this.log.warn({ msg: 'The input image cannot be used', requestId: held.requestId, reason: message });
    const failure = { kind: 'invalid_input', code: 'input_image', message } as const;
    return held.report(generationCalls.recordSubmissionFailure, { result: 'rejected', failure });
  }

  /** The window has passed, perhaps because this process was frozen: nothing was sent, and nothing is. */
  private tooLate(held: HeldLease): Promise<JobResult> {
    const failure = { kind: 'timeout', code: 'submit_window_passed', message: 'Not sent: it took too long' } as const;
    return held.report(generationCalls.recordSubmissionFailure, { result: 'retry', failure });
  }

  private reject(held: HeldLease, provider: string): Promise<JobResult> {
    const failure = { kind: 'provider', code: 'provider_not_configured', message: provider } as const;
    return held.report(generationCalls.recordSubmissionFailure, { result: 'rejected', failure });
  }

  /** An earlier attempt may have posted, so this one only looks. */
  private async find(held: HeldLease, { task, since, events }: FindClaim): Promise<JobResult> {
    const provider = this.providers.find(task.provider);
    if (!provider) return this.reject(held, task.provider);
    try {
      for (const externalId of await this.callbacks.tasksOf(provider, task, events, held.signal)) {
        const step = await this.record(held, externalId);
        if (step) return step;
      }
      const found = await provider.findByRef(task, new Date(since), held.signal);
      const step = found === null || found === 'cannot_be_asked' ? null : await this.record(held, found);
      if (step) return step;
      const { reportedWithinMs } = provider.capabilities;
      return await held.report(generationCalls.recordNotFound, {
        isSearchable: found !== 'cannot_be_asked',
        reportedWithinMs,
      });
    } catch (error) {
      if (!(error instanceof ProviderUnreadableError) || held.signal.aborted) throw error;
      this.log.warn({ msg: 'The provider could not be asked', requestId: held.requestId, code: error.failure.code });
      return { action: 'reschedule', delayMs: Math.max(error.retryAfterMs ?? 0, ASK_AGAIN_MS) };
    }
  }

  /** Null where the task turns out to be another request's: whoever said so was wrong, or lied. */
  private async record(held: HeldLease, externalId: string): Promise<JobResult | null> {
    const { requestId } = held;
    try {
      const step = await held.report(generationCalls.recordSubmission, { externalId });
      this.log.log({ msg: 'Found what was posted before', requestId, externalId });
      return step;
    } catch (error) {
      if (!(error instanceof LuitError) || error.code !== 'conflict') throw error;
      this.log.warn({ msg: 'A task that was found belongs to another request', requestId, externalId });
      return null;
    }
  }
}
