import { authEvents } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidVideo, VideoToStart } from '@luit/contracts/billing/payments';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewPendingOrder, OrderOwner, PendingOrder } from '@luit/contracts/generation/pending-orders';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PendingOrdersService } from './pending-orders.service';

@Controller()
export class PendingOrdersController {
  constructor(private readonly pendingOrders: PendingOrdersService) {}

  @OnCall(generationCalls.createPendingOrder)
  create(input: NewPendingOrder): Promise<PendingOrder> {
    return this.pendingOrders.create(input);
  }

  @OnCall(generationCalls.getOrderOwner)
  getOwner({ requestId }: { requestId: string }): Promise<OrderOwner> {
    return this.pendingOrders.getOwner(requestId);
  }

  @OnCall(generationCalls.startPaidVideo)
  async startPaid(payment: VideoToStart): Promise<Record<string, never>> {
    await this.pendingOrders.startPaid(payment);
    return {};
  }

  @OnEvent(billingEvents.videoPaid)
  videoPaid(payment: PaidVideo, manager: EntityManager): Promise<void> {
    return this.pendingOrders.start(payment, manager);
  }

  @OnEvent(authEvents.userConfirmed)
  userConfirmed(account: { userId: string; email: string }, manager: EntityManager): Promise<void> {
    return this.pendingOrders.linkToAccount(account, manager);
  }
}
