import { logFailure } from '../../lib/log';
import { generationCopy } from './copy';

/** Asks whether notifications may be shown, when that is undecided. Best done in answer to a press. */
export async function askForNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  if (Notification.permission !== 'default') return Notification.permission === 'granted';
  return (await Notification.requestPermission()) === 'granted';
}

interface Notice {
  title?: string;
  /** One notification for one thing, however many tabs tell of it. */
  tag?: string;
}

export async function notifyReady(prompt: string, { title, tag }: Notice = {}): Promise<void> {
  try {
    if (await askForNotifications())
      new Notification(title ?? generationCopy.notificationTitle, { body: prompt, ...(tag && { tag }) });
  } catch (cause) {
    // Some mobile browsers know permission but refuse notifications made by a page.
    logFailure('Showing a notification', cause);
  }
}
