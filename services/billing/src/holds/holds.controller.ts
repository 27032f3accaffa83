import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Posting } from '../ledger/ledger.service';
import { HoldsService, type Settlement } from './holds.service';

@Controller()
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  @OnCall(billingCalls.holdCredits)
  holdCredits(request: { holdId: string; userId: string; credits: number; description: string }): Promise<Posting> {
    return this.holds.place(request);
  }

  @OnEvent(generationEvents.requestSettled)
  requestSettled(settlement: Settlement, manager: EntityManager): Promise<void> {
    return this.holds.settle(settlement, manager);
  }
}
