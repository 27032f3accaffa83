/**
 * Shows web pushes, and reports a new subscription of the browser to the server. The text and page of a push come from the server,
 * so that an old worker can show new kinds of messages.
 */
const FALLBACK = { title: 'Luit', body: 'Open Luit to see what’s new.', path: '/dashboard' };

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = contentOf(event.data);
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { url: pageUrl(path) } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()));

/** Browsers demand a notification for every message, so an unreadable one gets a general text. */
function contentOf(data) {
  try {
    return { ...FALLBACK, ...data.json() };
  } catch {
    return FALLBACK;
  }
}

/** Always a page of this site. */
function pageUrl(path) {
  const url = new URL(path, self.location.origin);
  return url.origin === self.location.origin ? url.href : new URL(FALLBACK.path, self.location.origin).href;
}

/** Another page that is open keeps its unsent work. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url);
  return shown ? shown.focus() : self.clients.openWindow(url);
}

/**
 * Subscribes again after the browser has dropped the subscription, and tells the server. Only if the session of this browser receives
 * messages: its user may have signed out or turned them off. A page that opens later repairs what fails here.
 */
async function renewSubscription() {
  const token = await accessToken();
  if (!token) return;
  const state = await request('/api/web-push', { token });
  if (!state?.publicKey || !state.endpoint) return;
  const { pushManager } = self.registration;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: state.publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  await request('/api/web-push/subscription', { method: 'PUT', token, body });
}

/** Null if this browser has no session. Pages refresh under the same lock, because each refresh replaces the refresh token. */
async function accessToken() {
  const refresh = () => request('/api/auth/refresh', { method: 'POST', body: {} });
  const { locks } = self.navigator;
  const session = await (locks ? locks.request('luit.session', refresh) : refresh());
  return session?.access_token ?? null;
}

/** Null if the server refuses or has nothing to say. */
async function request(path, { method = 'GET', token, body } = {}) {
  const headers = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers['content-type'] = 'application/json';
  const response = await fetch(path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: 'same-origin',
  });
  if (!response.ok || response.status === 204) return null;
  return response.json();
}
