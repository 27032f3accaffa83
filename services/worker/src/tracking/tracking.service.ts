import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome, TrackingClaim } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { type HeldLease, Leases } from '../leases/leases';
import { type Provider, ProviderUnreadableError, type TaskStatus } from '../providers/provider';
import { Providers } from '../providers/providers';
import { OutputCollector } from './output-collector';
import { StrayTasksService } from './stray-tasks.service';

type PollClaim = Extract<TrackingClaim, { action: 'poll' }>;

/** Looks once at a provider's task and takes it one step on. */
@Injectable()
export class TrackingService {
  private readonly log = new Logger(TrackingService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly others: StrayTasksService,
    private readonly collecting: OutputCollector,
    private readonly workerId: string,
  ) {}

  async track(requestId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimTracking, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'poll':
        return this.leases.hold(requestId, claim.lease, (held) => this.look(held, claim));
    }
  }

  private async look(held: HeldLease, claim: PollClaim): Promise<JobResult> {
    const provider = this.providers.find(claim.task.provider);
    if (!provider) {
      const failure = failed('provider', 'provider_not_configured', claim.task.provider);
      return held.report(generationCalls.recordPollFailure, { failure });
    }
    await this.others.cancel(held, provider, claim.task, claim.others);
    try {
      return await this.follow(held, claim, await this.status(held, claim, provider));
    } catch (error) {
      if (!(error instanceof ProviderUnreadableError) || held.signal.aborted) throw error;
      const { failure, retryAfterMs } = error;
      return held.report(generationCalls.recordPollFailure, { failure, retryAfterMs });
    }
  }

  /** Where the task is to be stopped it is asked to, and looked at again: only the provider's word ends a job. */
  private async status(held: HeldLease, claim: PollClaim, provider: Provider): Promise<TaskStatus> {
    const { externalId, cancelRequested, isPastDeadline } = claim;
    const status = await provider.get(externalId, held.signal);
    if (!isUnderway(status) || (!cancelRequested && !isPastDeadline)) return status;
    const answer = await provider.cancel(externalId, held.signal);
    this.log.log({ msg: 'Asked the provider to cancel', requestId: held.requestId, cancelRequested, answer });
    return provider.get(externalId, held.signal);
  }

  private follow(held: HeldLease, claim: PollClaim, status: TaskStatus): Promise<JobResult> {
    switch (status.state) {
      case 'queued':
      case 'running':
        return held.report(generationCalls.recordProgress, { progress: status.progress });
      case 'succeeded':
        return this.collecting.collect(held, claim.task, status.outputUrl);
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

function isUnderway({ state }: TaskStatus): boolean {
  return state === 'queued' || state === 'running';
}

/** Canceled for its owner, or by us because it took too long, or by somebody at the provider. */
function canceledOutcome({ cancelRequested, isPastDeadline }: PollClaim): JobOutcome {
  if (cancelRequested) return { kind: 'canceled' };
  const failure = isPastDeadline
    ? failed('timeout', 'deadline', 'Canceled at the provider because it took too long')
    : failed('provider', 'canceled', 'Canceled at the provider, not by us');
  return { kind: 'failed', failure };
}

function failed(kind: ProviderFailure['kind'], code: string, message: string): ProviderFailure {
  return { kind, code, message };
}
