import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { SettingsModule } from '../settings/settings.module';
import { GrantsService } from './grants.service';

@Module({
  imports: [LedgerModule, SettingsModule],
  providers: [GrantsService],
})
export class GrantsModule {}
