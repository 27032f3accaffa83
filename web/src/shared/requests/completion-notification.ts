import { requestCopy } from './copy';
import { logFailure } from '../../lib/log';

/** Requests notification permission if it is undecided. Call it in response to a user action. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  if (Notification.permission !== 'default') return Notification.permission === 'granted';
  return (await Notification.requestPermission()) === 'granted';
}

interface NotificationContent {
  title?: string;
  /** Deduplicates the notification across tabs. */
  tag?: string;
}

export async function notifyReady(prompt: string, { title, tag }: NotificationContent = {}): Promise<void> {
  try {
    if (await requestNotificationPermission())
      new Notification(title ?? requestCopy.notificationTitle, { body: prompt, ...(tag && { tag }) });
  } catch (cause) {
    // Some mobile browsers grant the permission but do not allow pages to create notifications.
    logFailure('Showing a notification failed', cause);
  }
}
