import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
} from '@luit/contracts/auth/notification-kinds';
import type { NotificationSettings } from '@luit/contracts/auth/notifications';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';

const ALL = (Object.keys(NOTIFICATION_KINDS) as NotificationKind[]).flatMap((kind) =>
  NOTIFICATION_KINDS[kind].map((channel) => ({ kind, channel })),
);

/** Stores which notices users have turned off. */
@Injectable()
export class NotificationSettingsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(authCalls.getNotificationSettings)
  async get({ userId }: RequestOf<typeof authCalls.getNotificationSettings>): Promise<NotificationSettings> {
    const muted = await this.database.query<{ kind: NotificationKind; channel: NotificationChannel }[]>(
      'SELECT kind, channel FROM muted_notifications WHERE user_id = $1',
      [userId],
    );
    const isMuted = ({ kind, channel }: (typeof ALL)[number]) =>
      muted.some((row) => row.kind === kind && row.channel === channel);
    return { settings: ALL.map((setting) => ({ ...setting, isOn: !isMuted(setting) })) };
  }

  /** @throws LuitError `validation_failed`, `user_not_found` */
  @OnCall(authCalls.changeNotificationSetting)
  async change({
    userId,
    kind,
    channel,
    isOn,
  }: RequestOf<typeof authCalls.changeNotificationSetting>): Promise<NotificationSettings> {
    if (!ALL.some((setting) => setting.kind === kind && setting.channel === channel))
      throw new LuitError('validation_failed', 'There is no such notification.');
    if (isOn) await this.unmute(userId, kind, channel);
    else await this.mute(userId, kind, channel);
    return this.get({ userId });
  }

  private async unmute(userId: string, kind: NotificationKind, channel: NotificationChannel): Promise<void> {
    await this.database.query('DELETE FROM muted_notifications WHERE user_id = $1 AND kind = $2 AND channel = $3', [
      userId,
      kind,
      channel,
    ]);
  }

  private async mute(userId: string, kind: NotificationKind, channel: NotificationChannel): Promise<void> {
    const [user] = await this.database.query<unknown[]>(
      `WITH owner AS (SELECT id FROM users WHERE id = $1 AND status IN ('active', 'blocked') FOR KEY SHARE),
            muted AS (INSERT INTO muted_notifications (user_id, kind, channel) SELECT id, $2, $3 FROM owner ON CONFLICT DO NOTHING)
       SELECT FROM owner`,
      [userId, kind, channel],
    );
    if (!user) throw new LuitError('user_not_found', 'This account no longer exists.');
  }
}
