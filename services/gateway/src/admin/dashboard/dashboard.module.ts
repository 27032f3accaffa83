import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AdminTransactionsModule } from '../transactions/admin-transactions.module';
import { AdminUsersModule } from '../users/admin-users.module';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

@Module({
  imports: [AdminTransactionsModule, AdminUsersModule, AuditModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
