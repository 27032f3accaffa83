import { authCalls } from '@luit/contracts/auth/messages';
import { MAX_WEBHOOK_ERROR, MAX_WEBHOOK_RESPONSE } from '@luit/contracts/auth/webhook-limits';
import { type SignedWebhook, type WebhookAttempt, deliverJob } from '@luit/contracts/auth/webhooks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { type PostOutcome, postPublic } from '../outbound/post-public';
import { EndpointSlots } from './endpoint-slots';

/** Most of the time of a delivery is spent waiting for the endpoint. */
const CONCURRENCY = 100;

/** Delivers signed events to the endpoints of users. Auth decides what is due and when to try again. */
@Injectable()
export class WebhooksService {
  private readonly slots = new EndpointSlots();
  private readonly isLoopbackAllowed: boolean;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.isLoopbackAllowed = downloads.isLoopbackAllowed;
  }

  /** @throws LuitError `unavailable` if auth does not reply, so that the queue retries */
  @OnJob(deliverJob, { concurrency: CONCURRENCY })
  async deliver(deliveryId: string): Promise<JobResult> {
    const webhook = await this.calls.call(authCalls.renderWebhook, { deliveryId });
    if (!webhook) return { action: 'done' };
    const { endpointId } = webhook;
    if (!this.slots.take(endpointId)) return { action: 'reschedule', delayMs: this.slots.putOff(endpointId) };
    let attempt: WebhookAttempt;
    try {
      attempt = { deliveryId, ...(await this.post(webhook)) };
    } finally {
      this.slots.release(endpointId);
    }
    const { retryInMs } = await this.calls.call(authCalls.recordWebhook, attempt);
    return retryInMs === null ? { action: 'done' } : { action: 'reschedule', delayMs: retryInMs };
  }

  private async post(webhook: SignedWebhook): Promise<Omit<WebhookAttempt, 'deliveryId'>> {
    const startedAt = performance.now();
    const outcome = await postPublic(webhook, this.isLoopbackAllowed, MAX_WEBHOOK_RESPONSE);
    // The response time would reveal whether a name exists.
    const isHidden = 'error' in outcome && outcome.isUnreachable;
    return { durationMs: isHidden ? 0 : Math.round(performance.now() - startedAt), ...resultOf(outcome) };
  }
}

function resultOf(outcome: PostOutcome): Omit<WebhookAttempt, 'deliveryId' | 'durationMs'> {
  if ('error' in outcome) return { status: null, error: outcome.error.slice(0, MAX_WEBHOOK_ERROR), response: '' };
  // Postgres stores no NUL, and a byte becomes one character at most.
  return { status: outcome.status, error: null, response: outcome.body.toString('utf8').replaceAll('\0', '\ufffd') };
}
