import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminOrdersController } from './admin-orders.controller';
import { AdminOrdersService } from './admin-orders.service';
import { AdminRefundsController } from './admin-refunds.controller';

@Module({
  imports: [ApprovalsModule, AuditModule],
  controllers: [AdminOrdersController, AdminRefundsController],
  providers: [AdminOrdersService],
})
export class AdminOrdersModule {}
