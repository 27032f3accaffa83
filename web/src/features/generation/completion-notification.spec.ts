import { afterEach, expect, it, vi } from 'vitest';
import { notifyReady } from './completion-notification';

const shown: string[] = [];
const asked = vi.fn();

function browserThat(permission: NotificationPermission, answer: NotificationPermission): void {
  class FakeNotification {
    static permission = permission;
    static requestPermission = () => {
      asked();
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
  asked.mockClear();
});

it.each([
  ['granted', 'granted', 0, 1],
  ['default', 'granted', 1, 1],
  ['default', 'denied', 1, 0],
  ['denied', 'granted', 0, 0],
] as const)('GEN-14: %s, then %s: asked %d times, shown %d', async (permission, answer, asks, notices) => {
  browserThat(permission, answer);
  await notifyReady('A boat at dawn');
  expect(asked).toHaveBeenCalledTimes(asks);
  expect(shown).toEqual(notices ? ['Your video is ready: A boat at dawn'] : []);
});
