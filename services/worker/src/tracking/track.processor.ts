import { trackJob } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { TrackingService } from './tracking.service';

@Injectable()
export class TrackProcessor {
  constructor(private readonly tracking: TrackingService) {}

  @OnJob(trackJob)
  track(requestId: string): Promise<JobResult> {
    return this.tracking.track(requestId);
  }
}
