import type { CreditNotices } from '@luit/contracts/billing/credit-notices';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { CreditNoticesService } from './credit-notices.service';

@Controller()
export class CreditNoticesController {
  constructor(private readonly notices: CreditNoticesService) {}

  @OnCall(billingCalls.getCreditNotices)
  getCreditNotices(request: { userId: string }): Promise<CreditNotices> {
    return this.notices.of(request);
  }
}
