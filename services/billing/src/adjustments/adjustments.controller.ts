import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AdjustmentsService, type Adjusted, type Adjustment } from './adjustments.service';

@Controller()
export class AdjustmentsController {
  constructor(private readonly adjustments: AdjustmentsService) {}

  @OnCall(billingCalls.adjustCredits)
  adjustCredits(request: Adjustment): Promise<Adjusted> {
    return this.adjustments.adjust(request);
  }
}
