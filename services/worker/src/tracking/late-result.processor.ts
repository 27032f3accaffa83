import { lateResultJob } from '@luit/contracts/generation/late-results';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { LateResultsService } from './late-results.service';

@Injectable()
export class LateResultProcessor {
  constructor(private readonly lateResults: LateResultsService) {}

  @OnJob(lateResultJob, { concurrency: 4 })
  check(requestId: string): Promise<JobResult> {
    return this.lateResults.check(requestId);
  }
}
