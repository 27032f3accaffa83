import { billingEvents } from '@luit/contracts/billing/messages';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HoldsService } from './holds.service';

@Controller()
export class HoldsController {
  constructor(private readonly holds: HoldsService) {}

  @OnEvent(billingEvents.holdSettled)
  settled(
    hold: { holdId: string; state: 'captured' | 'returned' | 'refunded' },
    manager: EntityManager,
  ): Promise<void> {
    return this.holds.project(hold, manager);
  }
}
