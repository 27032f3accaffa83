import { alertDestinationCalls, alertDeliveryJob } from '@luit/contracts/alerts/alert-destinations';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { postWebhook } from './post-webhook';

/** Delivers messages about alerts to webhooks. Auth decides what is due and when to try again. */
@Injectable()
export class AlertDeliveriesService {
  private readonly isLoopbackAllowed: boolean;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.isLoopbackAllowed = downloads.isLoopbackAllowed;
  }

  /** @throws LuitError `unavailable` if auth does not reply, so that the queue retries */
  @OnJob(alertDeliveryJob, { concurrency: 4 })
  async deliver(deliveryId: string): Promise<JobResult> {
    const request = await this.calls.call(alertDestinationCalls.renderAlertDelivery, { deliveryId });
    if (!request) return { action: 'done' };
    const error = await postWebhook(request, this.isLoopbackAllowed);
    const outcome = { deliveryId, error };
    const { retryInMs } = await this.calls.call(alertDestinationCalls.recordAlertDelivery, outcome);
    return retryInMs === null ? { action: 'done' } : { action: 'reschedule', delayMs: retryInMs };
  }
}
