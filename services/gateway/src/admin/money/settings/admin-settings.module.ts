import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AdminSettingsController } from './admin-settings.controller';
import { AdminSettingsService } from './admin-settings.service';

@Module({
  imports: [ApprovalsModule],
  controllers: [AdminSettingsController],
  providers: [AdminSettingsService],
})
export class AdminSettingsModule {}
