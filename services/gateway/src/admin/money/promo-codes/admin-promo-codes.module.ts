import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { ConfirmationsModule } from '../../operators/confirmations/confirmations.module';
import { AdminPromoCodesController } from './admin-promo-codes.controller';
import { AdminPromoCodesService } from './admin-promo-codes.service';

@Module({
  imports: [ApprovalsModule, AuditModule, ConfirmationsModule],
  controllers: [AdminPromoCodesController],
  providers: [AdminPromoCodesService],
})
export class AdminPromoCodesModule {}
