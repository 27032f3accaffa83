import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UnapprovedAmountsService } from './unapproved-amounts.service';

@Controller()
export class UnapprovedAmountsController {
  constructor(private readonly amounts: UnapprovedAmountsService) {}

  @OnCall(billingCalls.getUnapprovedAmount)
  get(query: RequestOf<typeof billingCalls.getUnapprovedAmount>): Promise<{ amount: number }> {
    return this.amounts.get(query);
  }

  @OnCall(billingCalls.countJobRefunds)
  async countJobRefunds(request: RequestOf<typeof billingCalls.countJobRefunds>): Promise<Record<string, never>> {
    await this.amounts.countJobRefunds(request);
    return {};
  }
}
