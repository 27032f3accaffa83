import { eraseJob, type NextStep } from '@luit/contracts/generation';
import { OnJob } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import { ErasuresService } from './erasures.service';

@Injectable()
export class EraseProcessor {
  constructor(private readonly erasures: ErasuresService) {}

  @OnJob(eraseJob, { concurrency: 4 })
  erase(requestId: string): Promise<NextStep> {
    return this.erasures.erase(requestId);
  }
}
