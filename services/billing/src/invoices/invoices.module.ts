import { Module } from '@nestjs/common';
import { InvoicePoller } from './invoice-poller';
import { InvoicesController } from './invoices.controller';
import { InvoicesService } from './invoices.service';

@Module({
  controllers: [InvoicesController],
  providers: [InvoicePoller, InvoicesService],
  exports: [InvoicesService],
})
export class InvoicesModule {}
