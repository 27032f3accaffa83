import type { JobMoneyMovement, JobRevenue } from '@luit/contracts/billing/job-money';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { JobMoneyService } from './job-money.service';

@Controller()
export class JobMoneyController {
  constructor(private readonly money: JobMoneyService) {}

  @OnCall(billingCalls.refundJob)
  refund(request: { requestId: string }): Promise<{ credits: number }> {
    return this.money.refund(request);
  }

  @OnCall(billingCalls.getJobMoney)
  get(request: { requestId: string }): Promise<{ movements: JobMoneyMovement[] }> {
    return this.money.movementsOf(request);
  }

  @OnCall(billingCalls.getJobRevenues)
  getRevenues(request: { requestIds: string[] }): Promise<{ revenues: Record<string, JobRevenue> }> {
    return this.money.revenuesOf(request);
  }
}
