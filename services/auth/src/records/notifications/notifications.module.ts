import { Module } from '@nestjs/common';
import { NotificationSettingsService } from './notification-settings.service';

/** The notices that users want. */
@Module({
  providers: [NotificationSettingsService],
  exports: [NotificationSettingsService],
})
export class NotificationsModule {}
