import { Module } from '@nestjs/common';
import { UnapprovedAmountsModule } from '../unapproved-amounts/unapproved-amounts.module';
import { LedgerModule } from '../ledger/ledger.module';
import { PromoCodeListsService } from './promo-code-lists.service';
import { PromoCodesService } from './promo-codes.service';

@Module({
  imports: [LedgerModule, UnapprovedAmountsModule],
  providers: [PromoCodesService, PromoCodeListsService],
  exports: [PromoCodesService],
})
export class PromoCodesModule {}
