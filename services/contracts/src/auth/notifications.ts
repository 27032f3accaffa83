import { z } from 'zod';
import { id } from '../messages/fields';
import { call } from '../messages/message';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds';

const kinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

const UNKNOWN_NOTIFICATION = 'There is no such notification.';

export const notificationSetting = z.object({
  kind: z.enum(kinds, UNKNOWN_NOTIFICATION),
  channel: z
    .enum(NOTIFICATION_CHANNELS, UNKNOWN_NOTIFICATION)
    .describe('Push reaches the devices on which notifications are turned on'),
  isOn: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** One for each channel of each kind. Everything is on until its owner turns it off. */
export const notificationSettings = z.object({ settings: z.array(notificationSetting) });
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const notificationCalls = {
  getNotificationSettings: call('auth.getNotificationSettings', {
    input: z.object({ userId: id }),
    output: notificationSettings,
  }),
  /** Idempotent. Returns all settings. `validation_failed` for a channel that the kind does not have; `user_not_found`. */
  changeNotificationSetting: call('auth.changeNotificationSetting', {
    input: notificationSetting.extend({ userId: id }),
    output: notificationSettings,
  }),
};
