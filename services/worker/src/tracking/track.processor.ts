import { type JobResult, trackJob } from '@luit/contracts/generation';
import { OnJob } from '@luit/platform/events/on-event';
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
