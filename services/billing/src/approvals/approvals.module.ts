import { Module } from '@nestjs/common';
import { AdjustmentsModule } from '../adjustments/adjustments.module';
import { PromoCodesModule } from '../promo-codes/promo-codes.module';
import { RefundsModule } from '../refunds/refunds.module';
import { SettingsModule } from '../settings/settings.module';
import { ApprovalExecutor } from './approval-executor';
import { ApprovalsController } from './approvals.controller';
import { ApprovalsService } from './approvals.service';

@Module({
  imports: [AdjustmentsModule, PromoCodesModule, RefundsModule, SettingsModule],
  controllers: [ApprovalsController],
  providers: [ApprovalsService, ApprovalExecutor],
})
export class ApprovalsModule {}
