import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { InvoicesModule } from '../../invoices/invoices.module';
import { AdminInvoicesController } from './admin-invoices.controller';

@Module({
  imports: [AuditModule, InvoicesModule],
  controllers: [AdminInvoicesController],
})
export class AdminInvoicesModule {}
