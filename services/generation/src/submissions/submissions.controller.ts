import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SubmissionsService } from './submissions.service';

interface Claimed {
  requestId: string;
  workerId: string;
}

interface Leased {
  requestId: string;
  lease: number;
}

/** Calls by which workers claim and report submissions. */
@Controller()
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

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
}
