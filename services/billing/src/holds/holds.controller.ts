import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { type EventInfo, OnBatchedEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { Posting } from '../ledger/ledger.service';
import { HoldsService, type Settlement } from './holds.service';

@Controller()
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  @OnCall(billingCalls.holdCredits)
  holdCredits(request: RequestOf<typeof billingCalls.holdCredits>): Promise<Posting> {
    return this.holds.place(request);
  }

  @OnBatchedEvent(generationEvents.requestSettled)
  requestSettled(settlement: Settlement, { id }: EventInfo): Promise<void> {
    return this.holds.settleOnce(settlement, id);
  }
}
