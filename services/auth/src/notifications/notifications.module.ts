import { Module } from '@nestjs/common';
import { NotificationSettingsService } from './notification-settings.service';
import { NotificationsController } from './notifications.controller';
import { PendingNotices } from './pending-notices';

/** Which notices users want, and whether one that is about to be sent is still wanted and true. */
@Module({
  controllers: [NotificationsController],
  providers: [NotificationSettingsService, PendingNotices],
  exports: [NotificationSettingsService, PendingNotices],
})
export class NotificationsModule {}
