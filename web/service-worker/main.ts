import { logFailure } from '../src/lib/log.ts';
import { FILES_PATH, SHELL_URL } from '../src/shared/offline/caches.ts';
import { answerFile } from './files.ts';
import { answerAsset, answerPage, keepShell } from './shell.ts';
import { worker } from './scope.ts';
import './web-push.ts';

/** Pages of signed-in users, for which the server sends the same document. */
const PAGES =
  /^\/(dashboard|vault|library|image-to-video|image-to-video-upload|prompt-to-video|restore-image|restore)(\/|$)/;
const ASSETS = /^\/(assets\/|before-hydration\.js$)/;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), keepFirstShell()])),
);

/** All other requests, above all API calls, go to the network as if there were no service worker. */
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET') return;
  if (isShownFile(request, url)) event.respondWith(answerFile(event));
  else if (url.origin !== worker.location.origin) return;
  else if (request.mode === 'navigate') {
    if (PAGES.test(url.pathname)) event.respondWith(answerPage(event));
  } else if (ASSETS.test(url.pathname)) event.respondWith(answerAsset(event));
});

/** Files may have an origin of their own. A download is a navigation, so its `destination` is another one. */
function isShownFile({ destination }: Request, { pathname }: URL): boolean {
  return (destination === 'image' || destination === 'video') && pathname.startsWith(FILES_PATH);
}

/** A worker that failed to store the app can still show pushes, and the next page load tries again. */
async function keepFirstShell(): Promise<void> {
  try {
    await keepShell(await fetch(SHELL_URL, { credentials: 'omit', cache: 'no-cache' }));
  } catch (cause) {
    logFailure('Keeping the app for offline use failed', cause);
  }
}
