import { submitJob } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { SubmissionsService } from './submissions.service';

@Injectable()
export class SubmitProcessor {
  constructor(private readonly submissions: SubmissionsService) {}

  @OnJob(submitJob)
  submit(requestId: string): Promise<JobResult> {
    return this.submissions.submit(requestId);
  }
}
