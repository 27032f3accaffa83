import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
} from '@luit/contracts/auth/notification-kinds';
import type { NotificationSetting } from '@luit/contracts/auth/notifications';
import { Alert } from '@luit/ui/alert';
import { Checkbox } from '@luit/ui/checkbox';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { connectivity } from '../../../lib/connectivity';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';
import {
  changeNotificationSetting,
  isSettingOn,
  notificationSettingsQuery,
} from '../../../shared/notifications/notification-settings';
import { notificationCopy } from '../notification-copy';

/** Each channel has its column on wide screens, because not every kind has all of them. */
const COLUMNS: Record<NotificationChannel, string> = {
  in_app: 'sm:col-start-1',
  push: 'sm:col-start-2',
  mail: 'sm:col-start-3',
};
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** @param hasPush whether this installation sends notifications to devices */
export function NotificationChoices({ hasPush }: { hasPush: boolean }) {
  const { api } = useServices();
  const { data: settings, isError, refetch } = useQuery(notificationSettingsQuery(api));
  const { change, isFailed, dismiss } = useSettingChange();
  if (!settings && isError)
    return (
      <ErrorState title={notificationCopy.loadFailed} onRetry={connectivity.unlessOffline(() => void refetch())} />
    );
  if (!settings)
    return (
      <div role="status" aria-label={notificationCopy.loading} className="mt-6 grid gap-5">
        {KINDS.map((kind) => (
          <Skeleton key={kind} className="h-20" />
        ))}
      </div>
    );
  return (
    <>
      {isFailed && (
        <Alert tone="danger" className="mt-5" onDismiss={dismiss}>
          {notificationCopy.changeFailed}
        </Alert>
      )}
      <div className="mt-6 grid gap-6">
        {KINDS.map((kind) => (
          <fieldset key={kind} aria-describedby={`about-${kind}`} className="border-t border-line pt-5">
            <legend className="float-left font-semibold">{notificationCopy.kinds[kind].name}</legend>
            <p id={`about-${kind}`} className="clear-both text-sm text-muted">
              {notificationCopy.kinds[kind].text}
            </p>
            <div className="mt-3 grid grid-cols-[repeat(2,auto)] justify-start gap-x-6 gap-y-3 sm:grid-cols-[6rem_10.5rem_auto]">
              {channelsOf(kind, hasPush).map((channel) => (
                <Checkbox
                  key={channel}
                  className={clsx('flex items-start gap-3', COLUMNS[channel])}
                  label={notificationCopy.channels[channel]}
                  checked={isSettingOn(settings, kind, channel)}
                  onChange={({ target }) => change({ kind, channel, isOn: target.checked })}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="mt-6 border-t border-line pt-5 text-sm text-muted">{notificationCopy.always}</p>
    </>
  );
}

function channelsOf(kind: NotificationKind, hasPush: boolean): NotificationChannel[] {
  return NOTIFICATION_KINDS[kind].filter((channel) => channel !== 'push' || hasPush);
}

/** Shows a change at once, and takes it back if it could not be stored. */
function useSettingChange() {
  const { api } = useServices();
  const client = useQueryClient();
  const query = notificationSettingsQuery(api);
  const show = ({ kind, channel, isOn }: NotificationSetting) =>
    client.setQueryData(query.queryKey, (settings) =>
      settings?.map((setting) =>
        setting.kind === kind && setting.channel === channel ? { ...setting, isOn } : setting,
      ),
    );
  const { mutate, isError, reset } = useMutation({
    mutationFn: (setting: NotificationSetting) => changeNotificationSetting(api, setting),
    onMutate: async (setting) => {
      await client.cancelQueries(query);
      show(setting);
    },
    onError: (cause, setting) => {
      logFailure('Changing a notification setting failed', cause);
      show({ ...setting, isOn: !setting.isOn });
    },
  });
  return { change: mutate, isFailed: isError, dismiss: reset };
}
