import { Module } from '@nestjs/common';
import { InvoicePoller } from './invoice-poller';
import { InvoicesService } from './invoices.service';

@Module({
  providers: [InvoicePoller, InvoicesService],
  exports: [InvoicesService],
})
export class InvoicesModule {}
