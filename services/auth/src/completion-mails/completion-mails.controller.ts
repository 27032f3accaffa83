import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { type EventInfo, OnBatchedEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { UserCounts } from '../directory/user-counts';
import { CompletionMailer } from './completion-mailer';

@Controller()
export class CompletionMailsController {
  constructor(
    private readonly mailer: CompletionMailer,
    private readonly counts: UserCounts,
  ) {}

  @OnBatchedEvent(generationEvents.requestSettled)
  async requestSettled(settled: RequestSettled, { id }: EventInfo): Promise<void> {
    if (await this.mailer.owe(settled, id)) await this.counts.recordJob(settled.userId);
  }
}
