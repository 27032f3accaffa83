import { eraseJob } from '@luit/contracts/generation/account-deletion';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { ErasuresService } from './erasures.service';

@Injectable()
export class EraseProcessor {
  constructor(private readonly erasures: ErasuresService) {}

  @OnJob(eraseJob, { concurrency: 4 })
  erase(requestId: string): Promise<JobResult> {
    return this.erasures.erase(requestId);
  }
}
