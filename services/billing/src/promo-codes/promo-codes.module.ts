import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { SettingsModule } from '../settings/settings.module';
import { PromoCodeListsService } from './promo-code-lists.service';
import { PromoCodesController } from './promo-codes.controller';
import { PromoCodesService } from './promo-codes.service';

@Module({
  imports: [LedgerModule, SettingsModule],
  controllers: [PromoCodesController],
  providers: [PromoCodesService, PromoCodeListsService],
  exports: [PromoCodesService],
})
export class PromoCodesModule {}
