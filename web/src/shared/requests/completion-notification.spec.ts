import { afterEach, expect, it, vi } from 'vitest';
import { notifyReady, requestNotificationPermission } from './completion-notification';

const shown: string[] = [];
const requestPermission = vi.fn();

function mockNotifications(permission: NotificationPermission, answer: NotificationPermission): void {
  class FakeNotification {
    static permission = permission;
    static requestPermission = () => {
      requestPermission();
      return Promise.resolve(answer);
    };
    constructor(title: string, { body }: { body: string }) {
      shown.push(`${title}: ${body}`);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
}

afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
  requestPermission.mockClear();
});

it.each([
  ['granted', 1],
  ['default', 0],
  ['denied', 0],
] as const)(
  'with the permission %s, a finished video shows %d notifications without asking [GEN-14]',
  async (permission, notices) => {
    mockNotifications(permission, 'granted');
    await notifyReady('A boat at dawn');
    expect(requestPermission).not.toHaveBeenCalled();
    expect(shown).toEqual(notices ? ['Your video is ready: A boat at dawn'] : []);
  },
);

it.each([
  ['granted', 'granted', 0, true],
  ['default', 'granted', 1, true],
  ['default', 'denied', 1, false],
  ['denied', 'granted', 0, false],
] as const)(
  'a click with the permission %s, answered with %s, asks %d times [GEN-14]',
  async (permission, answer, asks, isGranted) => {
    mockNotifications(permission, answer);
    expect(await requestNotificationPermission()).toBe(isGranted);
    expect(requestPermission).toHaveBeenCalledTimes(asks);
  },
);
