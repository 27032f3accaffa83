import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PaymentsService, type Verification, type Verified } from './payments.service';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @OnCall(billingCalls.verifyPayment)
  verifyPayment(request: Verification): Promise<Verified> {
    return this.payments.verify(request);
  }
}
