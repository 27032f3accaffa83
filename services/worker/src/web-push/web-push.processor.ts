import { webPushJob } from '@luit/contracts/auth/web-push';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { WebPushService } from './web-push.service';

@Injectable()
export class WebPushProcessor {
  constructor(private readonly webPushes: WebPushService) {}

  @OnJob(webPushJob, { concurrency: 8 })
  deliver(messageId: string): Promise<JobResult> {
    return this.webPushes.deliver(messageId);
  }
}
