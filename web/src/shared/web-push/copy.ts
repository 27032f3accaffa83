import { t } from '@lingui/core/macro';

export const webPushCopy = {
  get title() {
    return t`Notifications`;
  },
  get thisDevice() {
    return t`This device`;
  },
  get lead() {
    return t`Get notifications on this device, even while Luit is closed.`;
  },
  get privacy() {
    return t`While Luit is closed, they never contain your prompt. They end when you sign out on this device.`;
  },
  get turnOn() {
    return t`Turn on notifications`;
  },
  get turnOff() {
    return t`Turn off notifications`;
  },
  get on() {
    return t`Notifications are on for this device.`;
  },
  get blocked() {
    return t`Your browser blocks notifications from Luit. You can allow them in its site settings.`;
  },
  get needsInstall() {
    return t`On iPhone and iPad, add Luit to your Home Screen first, and open it from there.`;
  },
  get unsupported() {
    return t`This browser doesn’t support notifications while Luit is closed.`;
  },
  get denied() {
    return t`Your browser didn’t allow notifications.`;
  },
  get failed() {
    return t`We couldn’t change notifications on this device. Please try again.`;
  },
  get loading() {
    return t`Loading notifications`;
  },
  get loadFailed() {
    return t`We couldn’t load your notifications`;
  },
  get offerTitle() {
    return t`Know when the next one is ready`;
  },
  get offerText() {
    return t`We can notify you on this device, even while Luit is closed.`;
  },
  get notNow() {
    return t`Not now`;
  },
} as const;
