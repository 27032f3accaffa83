import { billingCalls, type MoneySums } from '@luit/contracts/billing';
import type { MoneyDay } from '@luit/contracts/http';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { MoneyDaysService } from './money-days.service';

@Controller()
export class MoneyDaysController {
  constructor(private readonly days: MoneyDaysService) {}

  @OnCall(billingCalls.listMoneyDays)
  listMoneyDays(request: { from: string; to: string }): Promise<{ days: MoneyDay[] }> {
    return this.days.list(request);
  }

  @OnCall(billingCalls.getMoneySums)
  getMoneySums(): Promise<MoneySums> {
    return this.days.sums();
  }
}
