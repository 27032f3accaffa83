import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '@luit/contracts/auth/notification-kinds';
import { BooleanField, ChoiceField } from '../http/fields';

export class NotificationSettingDto {
  @ChoiceField(Object.keys(NOTIFICATION_KINDS), { message: 'There is no such notification.' })
  kind!: keyof typeof NOTIFICATION_KINDS;

  @ChoiceField(NOTIFICATION_CHANNELS, {
    message: 'There is no such notification.',
    description: 'Push reaches the devices on which notifications are turned on',
  })
  channel!: (typeof NOTIFICATION_CHANNELS)[number];

  @BooleanField()
  isOn!: boolean;
}
