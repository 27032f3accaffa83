import type { Page } from '@playwright/test';
import { stack } from './creator';

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Headless browsers have no push service and deny notifications, so the sandbox replaces the service, and the permission is given
 * when the page asks for it. The sandbox decrypts messages as a browser does.
 */
export async function usePushService(page: Page): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  await page.exposeFunction('subscribeAtSandbox', async (applicationServerKey: string) => {
    const response = await fetch(`${stack().sandbox}/push/browsers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    });
    const subscription = (await response.json()) as Subscription;
    subscriptions.push(subscription);
    return subscription;
  });
  await page.addInitScript(() => {
    let current: unknown = null;
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = () => Promise.resolve((permission = 'granted') as NotificationPermission);
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        const subscribeAtSandbox = Reflect.get(window, 'subscribeAtSandbox') as (key: string) => Promise<Subscription>;
        const { endpoint, keys } = await subscribeAtSandbox(key);
        const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
        current = { endpoint, options: { applicationServerKey: bytes.buffer }, toJSON: () => ({ endpoint, keys }) };
        return current;
      },
    });
  });
  return subscriptions;
}

/** The decrypted messages. */
export const received = async ({ id }: Subscription) => {
  const response = await fetch(`${stack().sandbox}/push/browsers/${id}`);
  const { messages } = (await response.json()) as { messages: { text: string }[] };
  return messages.map(({ text }) => JSON.parse(text) as Record<string, string>);
};
