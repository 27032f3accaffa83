import { Module } from '@nestjs/common';
import { NotificationSettingsService } from './notification-settings.service';
import { PendingNotices } from '../../notices/pending-notices/pending-notices';

/** The notices that users want, and the check that a notice is still wanted and true before it is sent. */
@Module({
  providers: [NotificationSettingsService, PendingNotices],
  exports: [NotificationSettingsService, PendingNotices],
})
export class NotificationsModule {}
