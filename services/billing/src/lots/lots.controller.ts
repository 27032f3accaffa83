import type { CreditLot } from '@luit/contracts/billing/balances';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { LotsService } from './lots.service';

@Controller()
export class LotsController {
  constructor(private readonly lots: LotsService) {}

  @OnCall(billingCalls.listLots)
  listLots(request: { userId: string }): Promise<{ lots: CreditLot[] }> {
    return this.lots.list(request);
  }
}
