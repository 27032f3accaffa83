import { offered } from '@luit/ui/storage';

/** `needs_install`: iOS offers web push only to apps on the Home Screen. */
export type PushSupport = 'available' | 'blocked' | 'needs_install' | 'unsupported';

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const SERVICE_WORKER = '/service-worker.js';

export function pushSupport(): PushSupport {
  if (offered(() => navigator.serviceWorker) && offered(() => PushManager) && offered(() => Notification))
    return Notification.permission === 'denied' ? 'blocked' : 'available';
  return isApplePhoneOrTablet() ? 'needs_install' : 'unsupported';
}

/** An iPad reports the user agent of a Mac, which has no touch screen. */
function isApplePhoneOrTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** The push subscription of this browser for the server's key; null if there is none. */
export async function currentSubscription(publicKey: string): Promise<BrowserSubscription | null> {
  if (pushSupport() !== 'available' || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && isSignedWith(subscription, publicKey) ? toBrowserSubscription(subscription) : null;
}

/**
 * Asks for the permission, so call it in response to a user action, and subscribes. A subscription with an earlier key of the
 * server is replaced. Returns null if the permission was not given.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  if (earlier && !isSignedWith(earlier, publicKey)) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return toBrowserSubscription(subscription);
}

function toBrowserSubscription(subscription: PushSubscription): BrowserSubscription {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth };
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

function isSignedWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
