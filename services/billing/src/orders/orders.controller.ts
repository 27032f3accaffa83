import { billingCalls } from '@luit/contracts/billing/messages';
import type { NewVideoOrder, PaymentOrder } from '@luit/contracts/billing/orders';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { OrderSearchService } from './order-search.service';
import { type NewOrder, OrdersService, type PackOrder } from './orders.service';

@Controller()
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly orderSearch: OrderSearchService,
  ) {}

  @OnCall(billingCalls.createVideoOrder)
  createVideoOrder(request: NewVideoOrder): Promise<PaymentOrder> {
    return this.orders.createForVideo(request);
  }

  @OnCall(billingCalls.createOrder)
  createOrder(request: NewOrder): Promise<PackOrder> {
    return this.orders.create(request);
  }

  @OnCall(billingCalls.searchOrders)
  searchOrders(request: { words: string }): ReturnType<OrderSearchService['search']> {
    return this.orderSearch.search(request);
  }
}
