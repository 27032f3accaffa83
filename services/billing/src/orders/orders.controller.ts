import { billingCalls, type NewVideoOrder } from '@luit/contracts/billing';
import type { PaymentOrder } from '@luit/contracts/http';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type NewOrder, OrdersService, type PackOrder } from './orders.service';

@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @OnCall(billingCalls.createVideoOrder)
  createVideoOrder(request: NewVideoOrder): Promise<PaymentOrder> {
    return this.orders.createForVideo(request);
  }

  @OnCall(billingCalls.createOrder)
  createOrder(request: NewOrder): Promise<PackOrder> {
    return this.orders.create(request);
  }
}
