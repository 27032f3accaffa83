import { billingCalls } from '@luit/contracts/billing/messages';
import type { OrderStatement } from '@luit/contracts/billing/order-statements';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { OrderStatementsService } from './order-statements.service';

@Controller()
export class OrderStatementsController {
  constructor(private readonly statements: OrderStatementsService) {}

  @OnCall(billingCalls.getOrderStatement)
  get(request: { reference: string }): Promise<OrderStatement> {
    return this.statements.get(request);
  }
}
