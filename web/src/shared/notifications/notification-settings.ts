import type { NotificationChannel, NotificationKind } from '@luit/contracts/auth/notification-kinds';
import type { NotificationSetting, NotificationSettings } from '@luit/contracts/auth/notifications';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiClient } from '../../lib/api-client';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';

const PATH = '/api/notifications/settings';
/** Another device may have changed them. */
const STALE_MS = 60_000;

export function notificationSettingsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['notification-settings'],
    staleTime: STALE_MS,
    queryFn: async () => (await api.call<NotificationSettings>(PATH)).settings,
  });
}

export async function changeNotificationSetting(api: ApiClient, setting: NotificationSetting): Promise<void> {
  await api.call(PATH, { method: 'PUT', body: setting });
}

export function isSettingOn(
  settings: NotificationSetting[] | undefined,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  return settings?.find((setting) => setting.kind === kind && setting.channel === channel)?.isOn ?? false;
}

/** Shows a notification if the user wants such ones. If that cannot be loaded, they get it rather than miss it. */
export function useWantedNotification() {
  const { api } = useServices();
  const client = useQueryClient();
  return useCallback(
    (kind: NotificationKind, channel: NotificationChannel, show: () => unknown): void => {
      client
        .fetchQuery(notificationSettingsQuery(api))
        .then(
          (settings) => isSettingOn(settings, kind, channel),
          (cause: unknown) => {
            logFailure('Loading the notification settings failed', cause);
            return true;
          },
        )
        .then((isWanted) => (isWanted ? show() : undefined))
        .catch((cause: unknown) => logFailure('Showing a notification failed', cause));
    },
    [api, client],
  );
}
