import { Module } from '@nestjs/common';
import { AdjustmentsModule } from '../adjustments/adjustments.module';
import { PacksModule } from '../packs/packs.module';
import { PromoCodesModule } from '../promo-codes/promo-codes.module';
import { RefundsModule } from '../refunds/refunds.module';
import { SettingsModule } from '../settings/settings.module';
import { ApprovalExecutor } from './approval-executor';
import { ApprovalsService } from './approvals.service';
import { UnapprovedAmountsModule } from '../unapproved-amounts/unapproved-amounts.module';

@Module({
  imports: [AdjustmentsModule, PacksModule, PromoCodesModule, RefundsModule, SettingsModule, UnapprovedAmountsModule],
  providers: [ApprovalsService, ApprovalExecutor],
})
export class ApprovalsModule {}
