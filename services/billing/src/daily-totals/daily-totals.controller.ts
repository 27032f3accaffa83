import type { DayTotals, MoneyTotals } from '@luit/contracts/billing/daily-totals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { DailyTotalsService } from './daily-totals.service';

@Controller()
export class DailyTotalsController {
  constructor(private readonly totals: DailyTotalsService) {}

  @OnCall(billingCalls.listDailyTotals)
  listDailyTotals(request: { from: string; to: string }): Promise<{ days: DayTotals[] }> {
    return this.totals.list(request);
  }

  @OnCall(billingCalls.getMoneyTotals)
  getMoneyTotals(): Promise<MoneyTotals> {
    return this.totals.overall();
  }
}
