import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from '../account-deletions/account-deletions.module';
import { SettingsModule } from '../settings/settings.module';
import { UnapprovedAmountsService } from './unapproved-amounts.service';

@Module({
  imports: [AccountDeletionsModule, SettingsModule],
  providers: [UnapprovedAmountsService],
  exports: [UnapprovedAmountsService],
})
export class UnapprovedAmountsModule {}
