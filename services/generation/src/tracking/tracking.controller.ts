import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome, TrackingClaim } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { TrackingService } from './tracking.service';

interface Claimed {
  requestId: string;
  workerId: string;
}

interface Leased {
  requestId: string;
  lease: number;
}

/** Calls by which workers track running tasks and report their outcome. */
@Controller()
export class TrackingController {
  constructor(private readonly tracking: TrackingService) {}

  @OnCall(generationCalls.claimTracking)
  claimTracking(input: Claimed): Promise<TrackingClaim> {
    return this.tracking.claim(input);
  }

  @OnCall(generationCalls.renewLease)
  renewLease(input: Leased): Promise<Record<string, never>> {
    return this.tracking.renewLease(input);
  }

  @OnCall(generationCalls.recordProgress)
  recordProgress(input: Leased & { progress: number | null }): Promise<JobResult> {
    return this.tracking.recordProgress(input);
  }

  @OnCall(generationCalls.recordPollFailure)
  recordPollFailure(input: Leased & { failure: ProviderFailure; retryAfterMs?: number }): Promise<JobResult> {
    return this.tracking.recordPollFailure(input);
  }

  @OnCall(generationCalls.startCollecting)
  startCollecting(input: Leased): Promise<Record<string, never>> {
    return this.tracking.startCollecting(input);
  }

  @OnCall(generationCalls.recordFirstStep)
  recordFirstStep(input: Leased & { imageKey: string }): Promise<JobResult> {
    return this.tracking.recordFirstStep(input);
  }

  @OnCall(generationCalls.settleJob)
  settleJob(input: Leased & { outcome: JobOutcome }): Promise<JobResult> {
    return this.tracking.settle(input);
  }
}
