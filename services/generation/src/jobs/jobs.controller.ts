import type { LateResultClaim } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobOutcome, TrackingClaim } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SubmissionsService } from './submissions.service';
import { TrackingService } from './tracking.service';
import { LateResultsService } from './late-results.service';

interface Claimed {
  requestId: string;
  workerId: string;
}

interface Leased {
  requestId: string;
  lease: number;
}

/** Calls by which workers claim jobs and report results. */
@Controller()
export class JobsController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly tracking: TrackingService,
    private readonly lateResults: LateResultsService,
  ) {}

  @OnCall(generationCalls.claimSubmission)
  claimSubmission(input: Claimed): Promise<SubmissionClaim> {
    return this.submissions.claim(input);
  }

  @OnCall(generationCalls.recordSubmission)
  recordSubmission(input: Leased & { externalId: string }): Promise<JobResult> {
    return this.submissions.record(input);
  }

  @OnCall(generationCalls.recordSubmissionFailure)
  recordSubmissionFailure(
    input: Leased & { result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number },
  ): Promise<JobResult> {
    return this.submissions.recordFailure(input);
  }

  @OnCall(generationCalls.recordNotFound)
  recordNotFound(input: Leased & { isSearchable: boolean; reportedWithinMs: number }): Promise<JobResult> {
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

  @OnCall(generationCalls.recordStrayTasks)
  recordStrayTasks(
    input: Leased & { eventIds: string[]; found: string[]; stopped: string[] },
  ): Promise<Record<string, never>> {
    return this.lateResults.recordStrayTasks(input);
  }

  @OnCall(generationCalls.claimLateResultCheck)
  claimLateResultCheck(input: Claimed): Promise<LateResultClaim> {
    return this.lateResults.claim(input);
  }

  @OnCall(generationCalls.attachLateOutput)
  attachLateOutput(
    input: Leased & { outputKey: string; posterKey: string | null; contentType: string; bytes: number },
  ): Promise<Record<string, never>> {
    return this.lateResults.attach(input);
  }

  @OnCall(generationCalls.recordLateResultCheck)
  recordLateResultCheck(input: Leased & { isOver: boolean }): Promise<JobResult> {
    return this.lateResults.record(input);
  }

  @OnCall(generationCalls.settleJob)
  settleJob(input: Leased & { outcome: JobOutcome }): Promise<JobResult> {
    return this.tracking.settle(input);
  }
}
