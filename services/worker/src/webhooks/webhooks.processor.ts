import { deliverJob } from '@luit/contracts/auth/webhooks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { WebhooksService } from './webhooks.service';

/** Most of the time of a delivery is spent waiting for the endpoint. */
const CONCURRENCY = 100;

@Injectable()
export class WebhooksProcessor {
  constructor(private readonly webhooks: WebhooksService) {}

  @OnJob(deliverJob, { concurrency: CONCURRENCY })
  deliver(deliveryId: string): Promise<JobResult> {
    return this.webhooks.deliver(deliveryId);
  }
}
