import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminTransactionsModule } from '../../money/transactions/admin-transactions.module';
import { AdminUsersModule } from '../../users/users/admin-users.module';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

@Module({
  imports: [AdminTransactionsModule, AdminUsersModule, AuditModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
