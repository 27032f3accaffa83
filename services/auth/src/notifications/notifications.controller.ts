import { authCalls } from '@luit/contracts/auth/messages';
import type { NotificationSettings } from '@luit/contracts/auth/notifications';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { NotificationSettingsService } from './notification-settings.service';

@Controller()
export class NotificationsController {
  constructor(private readonly settings: NotificationSettingsService) {}

  @OnCall(authCalls.getNotificationSettings)
  get(request: RequestOf<typeof authCalls.getNotificationSettings>): Promise<NotificationSettings> {
    return this.settings.get(request);
  }

  @OnCall(authCalls.changeNotificationSetting)
  change(request: RequestOf<typeof authCalls.changeNotificationSetting>): Promise<NotificationSettings> {
    return this.settings.change(request);
  }
}
