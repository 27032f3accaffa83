import type { RequestOf } from '@luit/contracts/messages/message';
import type { LateResultClaim } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { LateResultsService } from './late-results.service';

/** Calls by which workers check the tasks of finished jobs. */
@Controller()
export class LateResultsController {
  constructor(private readonly lateResults: LateResultsService) {}

  @OnCall(generationCalls.claimLateResultCheck)
  claimLateResultCheck(input: RequestOf<typeof generationCalls.claimLateResultCheck>): Promise<LateResultClaim> {
    return this.lateResults.claim(input);
  }

  @OnCall(generationCalls.attachLateOutput)
  attachLateOutput(input: RequestOf<typeof generationCalls.attachLateOutput>): Promise<Record<string, never>> {
    return this.lateResults.attach(input);
  }

  @OnCall(generationCalls.recordLateResultCheck)
  recordLateResultCheck(input: RequestOf<typeof generationCalls.recordLateResultCheck>): Promise<JobResult> {
    return this.lateResults.record(input);
  }
}
