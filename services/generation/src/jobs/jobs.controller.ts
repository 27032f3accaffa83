import {
  generationCalls,
  type JobOutcome,
  type NextStep,
  type ProviderFailure,
  type SubmissionClaim,
  type TrackingClaim,
  type WatchClaim,
} from '@luit/contracts/generation';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SubmissionsService } from './submissions.service';
import { TrackingService } from './tracking.service';
import { WatchingService } from './watching.service';

interface Claimed {
  requestId: string;
  workerId: string;
}

interface Leased {
  requestId: string;
  lease: number;
}

/** What workers tell and ask about a job. */
@Controller()
export class JobsController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly tracking: TrackingService,
    private readonly watching: WatchingService,
  ) {}

  @OnCall(generationCalls.claimSubmission)
  claimSubmission(input: Claimed): Promise<SubmissionClaim> {
    return this.submissions.claim(input);
  }

  @OnCall(generationCalls.recordSubmission)
  recordSubmission(input: Leased & { externalId: string }): Promise<NextStep> {
    return this.submissions.record(input);
  }

  @OnCall(generationCalls.recordSubmissionFailure)
  recordSubmissionFailure(
    input: Leased & { result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number },
  ): Promise<NextStep> {
    return this.submissions.recordFailure(input);
  }

  @OnCall(generationCalls.recordNotFound)
  recordNotFound(input: Leased & { canBeAsked: boolean; toldWithinMs: number }): Promise<NextStep> {
    return this.submissions.recordNotFound(input);
  }

  @OnCall(generationCalls.claimTracking)
  claimTracking(input: Claimed): Promise<TrackingClaim> {
    return this.tracking.claim(input);
  }

  @OnCall(generationCalls.renewLease)
  renewLease(input: Leased): Promise<Record<string, never>> {
    return this.tracking.renewLease(input);
  }

  @OnCall(generationCalls.recordProgress)
  recordProgress(input: Leased & { progress: number | null }): Promise<NextStep> {
    return this.tracking.recordProgress(input);
  }

  @OnCall(generationCalls.recordPollFailure)
  recordPollFailure(input: Leased & { failure: ProviderFailure; retryAfterMs?: number }): Promise<NextStep> {
    return this.tracking.recordPollFailure(input);
  }

  @OnCall(generationCalls.startCollecting)
  startCollecting(input: Leased): Promise<Record<string, never>> {
    return this.tracking.startCollecting(input);
  }

  @OnCall(generationCalls.recordFirstStep)
  recordFirstStep(input: Leased & { imageKey: string }): Promise<NextStep> {
    return this.tracking.recordFirstStep(input);
  }

  @OnCall(generationCalls.recordOtherTasks)
  recordOtherTasks(
    input: Leased & { eventIds: string[]; found: string[]; stopped: string[] },
  ): Promise<Record<string, never>> {
    return this.watching.recordOthers(input);
  }

  @OnCall(generationCalls.claimWatch)
  claimWatch(input: Claimed): Promise<WatchClaim> {
    return this.watching.claim(input);
  }

  @OnCall(generationCalls.attachLateOutput)
  attachLateOutput(
    input: Leased & { outputKey: string; posterKey: string | null; contentType: string; bytes: number },
  ): Promise<Record<string, never>> {
    return this.watching.attach(input);
  }

  @OnCall(generationCalls.recordWatch)
  recordWatch(input: Leased & { isOver: boolean }): Promise<NextStep> {
    return this.watching.record(input);
  }

  @OnCall(generationCalls.settleJob)
  settleJob(input: Leased & { outcome: JobOutcome }): Promise<NextStep> {
    return this.tracking.settle(input);
  }
}
