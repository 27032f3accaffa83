import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminTransactionsModule } from '../../money/transactions/admin-transactions.module';
import { ReportsController } from './reports.controller';
import { ReportsService } from './reports.service';

@Module({
  imports: [AdminTransactionsModule, AuditModule],
  controllers: [ReportsController],
  providers: [ReportsService],
})
export class ReportsModule {}
