import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { InvoicesModule } from '../../../money/invoices/invoices.module';
import { AdminInvoicesController } from './admin-invoices.controller';

@Module({
  imports: [AuditModule, InvoicesModule],
  controllers: [AdminInvoicesController],
})
export class AdminInvoicesModule {}
