import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome, TrackingClaim } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { INSTANCE } from '../config';
import { type HeldLease, Leases } from '../leases/leases';
import { type Provider, ProviderReadError, type TaskStatus } from '../providers/provider';
import { Providers } from '../providers/providers';
import { OutputCollector } from './output-collector';
import { StrayTasksService } from './stray-tasks.service';

type PollClaim = Extract<TrackingClaim, { action: 'poll' }>;

/** Polls a provider's task once and reports the result. */
@Injectable()
export class TrackingService {
  private readonly log = new Logger(TrackingService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly strayTasks: StrayTasksService,
    private readonly collector: OutputCollector,
    @Inject(INSTANCE) private readonly workerId: string,
  ) {}

  async track(requestId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimTracking, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'poll':
        return this.leases.hold(requestId, claim.lease, (held) => this.poll(held, claim));
    }
  }

  private async poll(held: HeldLease, claim: PollClaim): Promise<JobResult> {
    const provider = this.providers.find(claim.task.provider);
    if (!provider) {
      const failure = failed('provider', 'provider_not_configured', claim.task.provider);
      return held.report(generationCalls.recordPollFailure, { failure });
    }
    await this.strayTasks.cancel(held, provider, claim.task, claim.others);
    try {
      return await this.handle(held, claim, await this.status(held, claim, provider));
    } catch (error) {
      if (!(error instanceof ProviderReadError) || held.signal.aborted) throw error;
      const { failure, retryAfterMs } = error;
      return held.report(generationCalls.recordPollFailure, { failure, retryAfterMs });
    }
  }

  /** Reads the status. If the task should stop, it requests a cancel and reads again: only the provider ends a task. */
  private async status(held: HeldLease, claim: PollClaim, provider: Provider): Promise<TaskStatus> {
    const { externalId, cancelRequested, isPastDeadline } = claim;
    const status = await provider.get(externalId, held.signal);
    if (!isRunning(status) || (!cancelRequested && !isPastDeadline)) return status;
    const result = await provider.cancel(externalId, held.signal);
    this.log.log({ msg: 'Requested a cancel', requestId: held.requestId, cancelRequested, result });
    return provider.get(externalId, held.signal);
  }

  private handle(held: HeldLease, claim: PollClaim, status: TaskStatus): Promise<JobResult> {
    switch (status.state) {
      case 'queued':
      case 'running':
        return held.report(generationCalls.recordProgress, { progress: status.progress });
      case 'succeeded':
        return this.collector.collect(held, claim.task, status.outputUrl);
      case 'failed':
      case 'expired':
        return this.settle(held, { kind: 'failed', failure: status.failure ?? failed('provider', status.state, '') });
      case 'canceled':
        return this.settle(held, canceledOutcome(claim));
    }
  }

  private settle(held: HeldLease, outcome: JobOutcome): Promise<JobResult> {
    return held.report(generationCalls.settleJob, { outcome });
  }
}

function isRunning({ state }: TaskStatus): boolean {
  return state === 'queued' || state === 'running';
}

/** The task was canceled for its owner, at its deadline, or by the provider. */
function canceledOutcome({ cancelRequested, isPastDeadline }: PollClaim): JobOutcome {
  if (cancelRequested) return { kind: 'canceled' };
  const failure = isPastDeadline
    ? failed('timeout', 'deadline', 'Canceled at its deadline')
    : failed('provider', 'canceled', 'The provider canceled the task on its own');
  return { kind: 'failed', failure };
}

function failed(kind: ProviderFailure['kind'], code: string, message: string): ProviderFailure {
  return { kind, code, message };
}
