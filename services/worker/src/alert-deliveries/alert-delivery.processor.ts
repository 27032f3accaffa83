import { alertDeliveryJob } from '@luit/contracts/alerts/alert-destinations';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { AlertDeliveriesService } from './alert-deliveries.service';

@Injectable()
export class AlertDeliveryProcessor {
  constructor(private readonly deliveries: AlertDeliveriesService) {}

  @OnJob(alertDeliveryJob, { concurrency: 4 })
  deliver(deliveryId: string): Promise<JobResult> {
    return this.deliveries.deliver(deliveryId);
  }
}
