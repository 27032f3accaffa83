import { billingCalls } from '@luit/contracts/billing';
import type { CreditLot } from '@luit/contracts/http';
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
