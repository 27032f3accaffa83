import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { ConfirmationsModule } from '../../operators/confirmations/confirmations.module';
import { AdminTransactionsController } from './admin-transactions.controller';
import { AdminTransactionsService } from './admin-transactions.service';
import { TransactionExportService } from './transaction-export.service';

@Module({
  imports: [ApprovalsModule, AuditModule, ConfirmationsModule],
  controllers: [AdminTransactionsController],
  providers: [AdminTransactionsService, TransactionExportService],
  exports: [AdminTransactionsService],
})
export class AdminTransactionsModule {}
