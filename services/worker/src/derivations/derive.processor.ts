import { deriveJob } from '@luit/contracts/generation/derived-files';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { DerivationsService } from './derivations.service';

@Injectable()
export class DeriveProcessor {
  constructor(private readonly derivations: DerivationsService) {}

  /** One at a time, so that outputs of jobs, which people wait for, always find a free core. */
  @OnJob(deriveJob, { concurrency: 1 })
  derive(requestId: string): Promise<JobResult> {
    return this.derivations.make(requestId);
  }
}
