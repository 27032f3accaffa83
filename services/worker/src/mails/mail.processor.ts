import { mailJob } from '@luit/contracts/auth/mails';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable } from '@nestjs/common';
import { MailsService } from './mails.service';

@Injectable()
export class MailProcessor {
  constructor(private readonly mails: MailsService) {}

  @OnJob(mailJob, { concurrency: 4 })
  send(mailId: string): Promise<JobResult> {
    return this.mails.send(mailId);
  }
}
