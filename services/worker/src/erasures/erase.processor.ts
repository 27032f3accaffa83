import { eraseJob, type JobResult } from '@luit/contracts/generation';
import { OnJob } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import { ErasuresService } from './erasures.service';

@Injectable()
export class EraseProcessor {
  constructor(private readonly erasures: ErasuresService) {}

  @OnJob(eraseJob, { concurrency: 4 })
  erase(requestId: string): Promise<JobResult> {
    return this.erasures.erase(requestId);
  }
}
