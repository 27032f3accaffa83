import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { SettingsModule } from '../settings/settings.module';
import { GrantsController } from './grants.controller';
import { GrantsService } from './grants.service';

@Module({
  imports: [LedgerModule, SettingsModule],
  controllers: [GrantsController],
  providers: [GrantsService],
})
export class GrantsModule {}
