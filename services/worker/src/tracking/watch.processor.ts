import { type NextStep, watchJob } from '@luit/contracts/generation';
import { OnJob } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import { WatchingService } from './watching.service';

@Injectable()
export class WatchProcessor {
  constructor(private readonly watching: WatchingService) {}

  @OnJob(watchJob, { concurrency: 4 })
  watch(requestId: string): Promise<NextStep> {
    return this.watching.watch(requestId);
  }
}
