import type { LateResultClaim } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { LateResultsService } from './late-results.service';

interface Claimed {
  requestId: string;
  workerId: string;
}

interface Leased {
  requestId: string;
  lease: number;
}

/** Calls by which workers check the tasks of finished jobs. */
@Controller()
export class LateResultsController {
  constructor(private readonly lateResults: LateResultsService) {}

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
  recordLateResultCheck(input: Leased & { isOver: boolean; others?: StrayResults }): Promise<JobResult> {
    return this.lateResults.record(input);
  }
}
