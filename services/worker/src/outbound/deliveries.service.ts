import {
  type DeliveryAttempt,
  deliveryJobs,
  type DeliveryKind,
  MAX_DELIVERY_ERROR,
  MAX_DELIVERY_RESPONSE,
  type OutboundRequest,
} from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { type PostOutcome, postPublic } from './post-public';
import { TargetSlots } from './target-slots';

type Result = Omit<DeliveryAttempt, 'kind' | 'deliveryId'>;

/** Makes requests to endpoints of users, alert destinations and push services. Auth decides what is due and when to try again. */
@Injectable()
export class DeliveriesService {
  private readonly slots = new TargetSlots();
  private readonly isLoopbackAllowed: boolean;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.isLoopbackAllowed = downloads.isLoopbackAllowed;
  }

  /** Most of the time of a delivery is spent waiting for the endpoint. */
  @OnJob(deliveryJobs.webhook, { concurrency: 100 })
  deliverWebhook(deliveryId: string): Promise<JobResult> {
    return this.deliver('webhook', deliveryId);
  }

  @OnJob(deliveryJobs.alert, { concurrency: 4 })
  deliverAlert(deliveryId: string): Promise<JobResult> {
    return this.deliver('alert', deliveryId);
  }

  @OnJob(deliveryJobs.web_push, { concurrency: 8 })
  deliverWebPush(deliveryId: string): Promise<JobResult> {
    return this.deliver('web_push', deliveryId);
  }

  /** @throws LuitError `unavailable` if auth does not reply, so that the queue retries */
  private async deliver(kind: DeliveryKind, deliveryId: string): Promise<JobResult> {
    const request = await this.calls.call(authCalls.renderDelivery, { kind, deliveryId });
    if (!request) return { action: 'done' };
    const { targetId } = request;
    if (!this.slots.take(targetId)) return { action: 'reschedule', delayMs: this.slots.putOff(targetId) };
    let result: Result;
    try {
      result = await this.post(request);
    } finally {
      this.slots.release(targetId);
    }
    const { retryInMs } = await this.calls.call(authCalls.recordDelivery, { kind, deliveryId, ...result });
    return retryInMs === null ? { action: 'done' } : { action: 'reschedule', delayMs: retryInMs };
  }

  private async post({ url, headers, body, encoding }: OutboundRequest): Promise<Result> {
    const startedAt = performance.now();
    const request = { url, headers, body: Buffer.from(body, encoding) };
    const outcome = await postPublic(request, this.isLoopbackAllowed, MAX_DELIVERY_RESPONSE);
    // The response time would reveal whether a name exists.
    const isHidden = 'error' in outcome && outcome.isUnreachable;
    return { durationMs: isHidden ? 0 : Math.round(performance.now() - startedAt), ...resultOf(outcome) };
  }
}

function resultOf(outcome: PostOutcome): Omit<Result, 'durationMs'> {
  if ('error' in outcome) {
    return { status: null, error: outcome.error.slice(0, MAX_DELIVERY_ERROR), response: '', retryAfterSeconds: null };
  }
  const { status, body, retryAfterSeconds } = outcome;
  // Postgres stores no NUL, and a byte becomes one character at most.
  return { status, error: null, response: body.toString('utf8').replaceAll('\0', '\ufffd'), retryAfterSeconds };
}
