import { webPushJob } from '@luit/contracts/auth/web-push';
import { authCalls } from '@luit/contracts/auth/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { type PostOutcome, postPublic } from '../outbound/post-public';

/** Delivers encrypted messages to the push services of browsers. Auth decides what is due and when to try again. */
@Injectable()
export class WebPushService {
  private readonly isLoopbackAllowed: boolean;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.isLoopbackAllowed = downloads.isLoopbackAllowed;
  }

  /** @throws LuitError `unavailable` if auth does not reply, so that the queue retries */
  @OnJob(webPushJob, { concurrency: 8 })
  async deliver(messageId: string): Promise<JobResult> {
    const request = await this.calls.call(authCalls.renderWebPush, { messageId });
    if (!request) return { action: 'done' };
    const post = { ...request, body: Buffer.from(request.body, 'base64') };
    const outcome = attemptOf(await postPublic(post, this.isLoopbackAllowed));
    const { retryInMs } = await this.calls.call(authCalls.recordWebPush, { messageId, ...outcome });
    return retryInMs === null ? { action: 'done' } : { action: 'reschedule', delayMs: retryInMs };
  }
}

function attemptOf(outcome: PostOutcome) {
  if ('error' in outcome) return { status: null, retryAfterSeconds: null, error: outcome.error };
  const { status, retryAfterSeconds } = outcome;
  return { status, retryAfterSeconds, error: null };
}
