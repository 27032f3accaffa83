/**
 * Shows web pushes, and reports a new subscription of the browser to the server. The text and page of a push come from the server,
 * so that an old worker can show new kinds of messages.
 */
import { worker } from './scope.ts';

/** For a message that cannot be read. */
const FALLBACK: PushContent = { title: 'Luit', body: 'Open Luit to see what’s new.', path: '/dashboard' };

interface PushContent {
  title: string;
  body: string;
  /** The path of the page that a click opens. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag?: string;
}

interface NotificationData {
  url: string;
}

interface CallOptions {
  method?: string;
  token?: string;
  body?: object;
}

worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = contentOf(event.data);
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      icon: '/icons/icon-192.png',
      data: { url: pageUrl(path) } satisfies NotificationData,
    }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as NotificationData;
  event.waitUntil(open(url));
});

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()));

/** Browsers demand a notification for every message, so an unreadable one gets a general text. */
function contentOf(data: PushMessageData | null): PushContent {
  try {
    return { ...FALLBACK, ...(data?.json() as Partial<PushContent>) };
  } catch {
    return FALLBACK;
  }
}

/** Always a page of this site. */
function pageUrl(path: string): string {
  const url = new URL(path, worker.location.origin);
  return url.origin === worker.location.origin ? url.href : new URL(FALLBACK.path, worker.location.origin).href;
}

/** Another page that is open keeps its unsent work. */
async function open(url: string): Promise<WindowClient | null> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url);
  return shown ? shown.focus() : worker.clients.openWindow(url);
}

/**
 * Subscribes again after the browser has dropped the subscription, and tells the server. It does so only if the session of this browser
 * receives messages, because the user may have signed out or turned them off. If this fails, the next page that opens repairs it.
 */
async function renewSubscription(): Promise<void> {
  const token = await accessToken();
  if (!token) return;
  const state = await request<{ publicKey: string | null; endpoint: string | null }>('/api/web-push', { token });
  if (!state?.publicKey || !state.endpoint) return;
  const { pushManager } = worker.registration;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: state.publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  await request('/api/web-push/subscription', { method: 'PUT', token, body });
}

/** Pages wait for the lock too, so it must not be held by a request that gets no answer. */
const WAIT_MS = 8_000;

/** Null if this browser has no session. Pages refresh under the same lock, because each refresh replaces the refresh token. */
async function accessToken(): Promise<string | null> {
  const refresh = () => request<{ access_token: string }>('/api/auth/refresh', { method: 'POST', body: {} });
  const session = await worker.navigator.locks.request(
    'luit.session',
    { signal: AbortSignal.timeout(WAIT_MS) },
    refresh,
  );
  return session?.access_token ?? null;
}

/** Returns null if the server rejects the request or responds without a body. */
async function request<Answer>(
  path: string,
  { method = 'GET', token, body }: CallOptions = {},
): Promise<Answer | null> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers['content-type'] = 'application/json';
  const response = await fetch(path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (!response.ok || response.status === 204) return null;
  return (await response.json()) as Answer;
}
