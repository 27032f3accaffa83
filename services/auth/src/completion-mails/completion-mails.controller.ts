import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { UserCounts } from '../directory/user-counts';
import { CompletionMailer } from './completion-mailer';

@Controller()
export class CompletionMailsController {
  constructor(
    private readonly mailer: CompletionMailer,
    private readonly counts: UserCounts,
  ) {}

  @OnEvent(generationEvents.requestSettled)
  async requestSettled(settled: RequestSettled, manager: EntityManager): Promise<void> {
    await this.counts.recordJob(settled.userId, manager);
    await this.mailer.owe(settled, manager);
  }
}
