/**
 * Shows web pushes. Their text and page come from the server, so that an old worker can show new kinds of messages. It answers no
 * requests of pages, so it cannot serve old ones.
 */
const FALLBACK = { title: 'Luit', body: 'Open Luit to see what’s new.', path: '/dashboard' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
