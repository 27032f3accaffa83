import { authCalls } from '@luit/contracts/auth/messages';
import type { NotificationSetting, NotificationSettings } from '@luit/contracts/auth/notifications';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../access/identities/token.strategy';

/** Which notifications a user gets. */
@Injectable()
export class NotificationsService {
  constructor(private readonly calls: CallClient) {}

  get({ id: userId }: Identity): Promise<NotificationSettings> {
    return this.calls.call(authCalls.getNotificationSettings, { userId });
  }

  change({ id: userId }: Identity, setting: NotificationSetting): Promise<NotificationSettings> {
    return this.calls.call(authCalls.changeNotificationSetting, { ...setting, userId });
  }
}
