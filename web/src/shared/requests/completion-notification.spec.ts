import { afterEach, expect, it, vi } from 'vitest';
import { notifyReady } from './completion-notification';

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
  ['granted', 'granted', 0, 1],
  ['default', 'granted', 1, 1],
  ['default', 'denied', 1, 0],
  ['denied', 'granted', 0, 0],
] as const)(
  'permission %s answered with %s asks %d times and shows %d notifications [GEN-14]',
  async (permission, answer, asks, notices) => {
    mockNotifications(permission, answer);
    await notifyReady('A boat at dawn');
    expect(requestPermission).toHaveBeenCalledTimes(asks);
    expect(shown).toEqual(notices ? ['Your video is ready: A boat at dawn'] : []);
  },
);
