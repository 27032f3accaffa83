import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderBill } from '@luit/contracts/generation/provider-bills';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ProviderBillsService } from './provider-bills.service';

@Controller()
export class ProviderBillsController {
  constructor(private readonly bills: ProviderBillsService) {}

  @OnCall(generationCalls.startProviderBill)
  start(input: RequestOf<typeof generationCalls.startProviderBill>): Promise<{ id: string; isNew: boolean }> {
    return this.bills.start(input);
  }

  @OnCall(generationCalls.addProviderBillLines)
  addLines(input: RequestOf<typeof generationCalls.addProviderBillLines>): Promise<Record<string, never>> {
    return this.bills.addLines(input);
  }

  @OnCall(generationCalls.compareProviderBill)
  compare(input: { id: string }): Promise<{ bill: ProviderBill }> {
    return this.bills.compare(input);
  }

  @OnCall(generationCalls.withdrawProviderBill)
  withdraw(input: RequestOf<typeof generationCalls.withdrawProviderBill>): Promise<{ bill: ProviderBill }> {
    return this.bills.withdraw(input);
  }

  @OnCall(generationCalls.listProviderBills)
  list(input: RequestOf<typeof generationCalls.listProviderBills>) {
    return this.bills.list(input);
  }

  @OnCall(generationCalls.getProviderBill)
  get(input: { id: string }): Promise<{ bill: ProviderBill }> {
    return this.bills.get(input);
  }

  @OnCall(generationCalls.listBillItems)
  items(input: RequestOf<typeof generationCalls.listBillItems>) {
    return this.bills.items(input);
  }
}
