import { vi } from 'vitest';

export const PUSH_KEY = `B${'A'.repeat(86)}`;

/** A browser with a service worker and a push service. Returns what it was asked for. */
export function fakePush({
  permission = 'default' as NotificationPermission,
  answer = 'granted' as NotificationPermission,
  subscribedWith = null as string | null,
} = {}) {
  const asked = { permissions: 0, subscriptions: [] as unknown[], unsubscribed: 0, registered: [] as unknown[] };
  let current: PushSubscription | null = subscribedWith ? aSubscription(subscribedWith) : null;
  function aSubscription(key: string): PushSubscription {
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return {
      endpoint: 'https://push.example/1',
      options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: () => {
        asked.unsubscribed += 1;
        current = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(current),
    subscribe: (options: { applicationServerKey: string }) => {
      asked.subscriptions.push(options);
      current = aSubscription(options.applicationServerKey);
      return Promise.resolve(current);
    },
  };
  const registration = { pushManager };
  class FakeNotification {
    static permission = permission;
    static requestPermission = () => {
      asked.permissions += 1;
      FakeNotification.permission = answer;
      return Promise.resolve(answer);
    };
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
      register: (...input: unknown[]) => {
        asked.registered.push(input);
        return Promise.resolve(registration);
      },
    },
  });
  return asked;
}

/** Makes the browser one without push again. */
export function removeFakePush(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
