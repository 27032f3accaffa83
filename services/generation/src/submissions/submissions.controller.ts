import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RecordedSubmission, SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SubmissionClaimsService } from './submission-claims.service';
import { SubmissionsService } from './submissions.service';
import { UnconfirmedJobsService } from './unconfirmed-jobs.service';

/** Calls by which workers claim and report submissions. */
@Controller()
export class SubmissionsController {
  constructor(
    private readonly claims: SubmissionClaimsService,
    private readonly submissions: SubmissionsService,
    private readonly unconfirmed: UnconfirmedJobsService,
  ) {}

  @OnCall(generationCalls.claimSubmission)
  claimSubmission(input: RequestOf<typeof generationCalls.claimSubmission>): Promise<SubmissionClaim> {
    return this.claims.claim(input);
  }

  @OnCall(generationCalls.recordSubmission)
  recordSubmission(input: RequestOf<typeof generationCalls.recordSubmission>): Promise<RecordedSubmission> {
    return this.submissions.record(input);
  }

  @OnCall(generationCalls.recordSubmissionFailure)
  recordSubmissionFailure(input: RequestOf<typeof generationCalls.recordSubmissionFailure>): Promise<JobResult> {
    return this.submissions.recordFailure(input);
  }

  @OnCall(generationCalls.recordNotFound)
  recordNotFound(input: RequestOf<typeof generationCalls.recordNotFound>): Promise<JobResult> {
    return this.unconfirmed.recordNotFound(input);
  }

  @OnCall(generationCalls.recordSearchFailure)
  recordSearchFailure(input: RequestOf<typeof generationCalls.recordSearchFailure>): Promise<JobResult> {
    return this.unconfirmed.recordSearchFailure(input);
  }
}
