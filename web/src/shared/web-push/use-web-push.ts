import { t } from '@lingui/core/macro';
import type { WebPushState } from '@luit/contracts/auth/web-push';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { ApiError } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { currentSubscription, subscribeBrowser, unsubscribeBrowser } from './browser-push';

const PATH = '/api/web-push';
const SUBSCRIPTION_PATH = '/api/web-push/subscription';

/** The key of the server, null without web push, and whether this session receives messages in this browser. */
function webPushQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['web-push'],
    queryFn: async () => {
      const { publicKey, endpoint } = await api.call<WebPushState>(PATH);
      const current = publicKey && endpoint ? await currentSubscription(publicKey) : null;
      // The browser replaced its subscription, and its service worker could not report it.
      if (current && current.endpoint !== endpoint && !(await isReplaced(api, current)))
        return { publicKey, isOn: false };
      return { publicKey, isOn: current !== null };
    },
  });
}

/** Web push in this browser. */
export function useWebPush({ enabled = true } = {}) {
  const { api } = useServices();
  const client = useQueryClient();
  const query = webPushQuery(api);
  const { data, isError, refetch } = useQuery({ ...query, enabled });
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn(api, data?.publicKey ?? '') : turnOff(api)),
    onSettled: () => client.invalidateQueries(query),
    onError: (cause: Error) => logFailure('Changing notifications failed', cause),
  });
  const isDenied = change.data === 'denied';
  const problem = change.isError
    ? t`We couldn’t change notifications on this device. Please try again.`
    : isDenied
      ? t`Your browser didn’t allow notifications.`
      : null;
  return {
    data,
    isFailed: isError && !data,
    retry: () => void refetch(),
    isChanging: change.isPending,
    problem,
    dismiss: change.reset,
    change: change.mutate,
  };
}

/** False if the server asks for the password first: turning notifications on again does so. */
async function isReplaced(api: ApiClient, subscription: object): Promise<boolean> {
  try {
    await api.call(SUBSCRIPTION_PATH, { method: 'PUT', body: subscription });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'password_required') return false;
    throw cause;
  }
}

async function turnOn(api: ApiClient, publicKey: string): Promise<'done' | 'denied'> {
  const subscription = await subscribeBrowser(publicKey);
  if (!subscription) return 'denied';
  await api.call(SUBSCRIPTION_PATH, { method: 'PUT', body: subscription });
  return 'done';
}

/** First at the server: if the browser fails, nothing is sent to it anyway. */
async function turnOff(api: ApiClient): Promise<'done'> {
  await api.call(SUBSCRIPTION_PATH, { method: 'DELETE' });
  await unsubscribeBrowser();
  return 'done';
}
