import { billingCalls } from '@luit/contracts/billing/messages';
import type { VideoPayment } from '@luit/contracts/billing/receipts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { InvoicesService } from './invoices.service';

@Controller()
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @OnCall(billingCalls.getInvoice)
  getInvoice(request: { transactionId: string; userId: string | null }): Promise<{ number: string; pdf: string }> {
    return this.invoices.pdf(request);
  }

  @OnCall(billingCalls.getVideoPayment)
  async getVideoPayment({ requestId }: { requestId: string }): Promise<{ payment: VideoPayment | null }> {
    return { payment: await this.invoices.paymentOfVideo(requestId) };
  }

  @OnCall(billingCalls.getVideoReceipt)
  getVideoReceipt({ requestId }: { requestId: string }): Promise<{ number: string; pdf: string }> {
    return this.invoices.pdfOfVideo(requestId);
  }
}
