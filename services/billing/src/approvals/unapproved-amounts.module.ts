import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { UnapprovedAmountsController } from './unapproved-amounts.controller';
import { UnapprovedAmountsService } from './unapproved-amounts.service';

@Module({
  imports: [SettingsModule],
  controllers: [UnapprovedAmountsController],
  providers: [UnapprovedAmountsService],
  exports: [UnapprovedAmountsService],
})
export class UnapprovedAmountsModule {}
