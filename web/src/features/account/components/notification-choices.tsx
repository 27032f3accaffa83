import { t } from '@lingui/core/macro';
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

const kinds = {
  requests: {
    get name() {
      return t`Finished and failed requests`;
    },
    get text() {
      return t`When a video or photo is ready, or couldn’t be created. We email you only if Luit wasn’t open on any device.`;
    },
  },
  credits: {
    get name() {
      return t`Refunds`;
    },
    get text() {
      return t`When we send money back to you.`;
    },
  },
  expiring_credits: {
    get name() {
      return t`Expiring credits`;
    },
    get text() {
      return t`Before promotional credits expire. Credits that you bought never expire.`;
    },
  },
  low_balance: {
    get name() {
      return t`Low balance`;
    },
    get text() {
      return t`When your balance no longer covers another request like your last one.`;
    },
  },
};

const channels = {
  get in_app() {
    return t`In Luit`;
  },
  get push() {
    return t`On your devices`;
  },
  get mail() {
    return t`Email`;
  },
};

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
      <ErrorState
        title={t`We couldn’t load your notification settings`}
        onRetry={connectivity.unlessOffline(() => void refetch())}
      />
    );
  if (!settings)
    return (
      <div role="status" aria-label={t`Loading notification settings`} className="mt-6 grid gap-5">
        {KINDS.map((kind) => (
          <Skeleton key={kind} className="h-20" />
        ))}
      </div>
    );
  return (
    <>
      {isFailed && (
        <Alert tone="danger" className="mt-5" onDismiss={dismiss}>
          {t`We couldn’t save this setting. Please try again.`}
        </Alert>
      )}
      <div className="mt-6 grid gap-6">
        {KINDS.map((kind) => (
          <fieldset key={kind} aria-describedby={`about-${kind}`} className="border-t border-line pt-5">
            <legend className="float-left font-semibold">{kinds[kind].name}</legend>
            <p id={`about-${kind}`} className="clear-both text-sm text-muted">
              {kinds[kind].text}
            </p>
            <div className="mt-3 grid grid-cols-[repeat(2,auto)] justify-start gap-x-6 gap-y-3 sm:grid-cols-[6rem_10.5rem_auto]">
              {channelsOf(kind, hasPush).map((channel) => (
                <Checkbox
                  key={channel}
                  className={clsx('flex items-start gap-3', COLUMNS[channel])}
                  label={channels[channel]}
                  checked={isSettingOn(settings, kind, channel)}
                  onChange={({ target }) => change({ kind, channel, isOn: target.checked })}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="mt-6 border-t border-line pt-5 text-sm text-muted">{t`We always email you receipts for your payments, and anything that concerns the security of your account. You can’t turn these emails off.`}</p>
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
