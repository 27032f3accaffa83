import { authEvents } from '@luit/contracts/auth';
import { billingEvents, type PaidVideo, type VideoToStart } from '@luit/contracts/billing';
import { type DraftedVideo, generationCalls, type VideoDraft } from '@luit/contracts/generation';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DraftsService } from './drafts.service';

@Controller()
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @OnCall(generationCalls.draftVideo)
  draft(input: VideoDraft): Promise<DraftedVideo> {
    return this.drafts.draft(input);
  }

  @OnCall(generationCalls.getOrderer)
  orderer({ requestId }: { requestId: string }): Promise<{ userId: string | null; email: string | null }> {
    return this.drafts.orderer(requestId);
  }

  @OnCall(generationCalls.startPaidVideo)
  async startPaid(payment: VideoToStart): Promise<Record<string, never>> {
    await this.drafts.startPaid(payment);
    return {};
  }

  @OnEvent(billingEvents.videoPaid)
  videoPaid(payment: PaidVideo, manager: EntityManager): Promise<void> {
    return this.drafts.start(payment, manager);
  }

  @OnEvent(authEvents.userConfirmed)
  userConfirmed(account: { userId: string; email: string }, manager: EntityManager): Promise<void> {
    return this.drafts.adopt(account, manager);
  }
}
