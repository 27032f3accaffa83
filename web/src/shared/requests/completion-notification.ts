import { t } from '@lingui/core/macro';
import { offered } from '@luit/ui/storage';
import { logFailure } from '../../lib/log';

/** Requests notification permission if it is undecided. Call it when the user clicks what asks for notifications. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!offered(() => Notification)) return false;
  if (Notification.permission !== 'default') return Notification.permission === 'granted';
  return (await Notification.requestPermission()) === 'granted';
}

interface NotificationContent {
  title?: string;
  /** Deduplicates the notification across tabs. */
  tag?: string;
}

/** Shows a notification of an open page if the permission was given. It never asks. */
export async function notifyReady(prompt: string, { title, tag }: NotificationContent = {}): Promise<void> {
  try {
    if (offered(() => Notification) && Notification.permission === 'granted')
      new Notification(title ?? t`Your video is ready`, { body: prompt, ...(tag && { tag }) });
  } catch (cause) {
    // Some mobile browsers grant the permission but do not allow pages to create notifications.
    logFailure('Showing a notification failed', cause);
  }
}
