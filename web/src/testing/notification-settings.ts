import { NOTIFICATION_KINDS, type NotificationKind } from '@luit/contracts/auth/notification-kinds';
import type { NotificationSetting } from '@luit/contracts/auth/notifications';

/** All notification settings: on, except those given as `kind channel`. */
export function someSettings(off: string[] = []): NotificationSetting[] {
  return (Object.keys(NOTIFICATION_KINDS) as NotificationKind[]).flatMap((kind) =>
    NOTIFICATION_KINDS[kind].map((channel) => ({ kind, channel, isOn: !off.includes(`${kind} ${channel}`) })),
  );
}
