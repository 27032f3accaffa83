import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type DisputeFilter, type DisputePage, DisputesService } from './disputes.service';

@Controller()
export class DisputesController {
  constructor(private readonly disputes: DisputesService) {}

  @OnCall(billingCalls.listDisputes)
  list(request: DisputeFilter): Promise<DisputePage> {
    return this.disputes.list(request);
  }
}
