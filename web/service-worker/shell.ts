import { logFailure } from '../src/lib/log.ts';
import { type ReleaseAssets, RELEASE_URL, SHELL_CACHE, SHELL_URL } from '../src/shared/offline/caches.ts';

const IMMUTABLE = /^\/assets\//;
/** Assets that a document refers to. */
const REFERENCES = /(?:src|href)="(\/assets\/[^"]+)"/g;
/** A script without a hash in its name, which the document loads. */
const BEFORE_HYDRATION = '/before-hydration.js';

/** The page from the server, always the latest release. Only without a connection, the one that was kept. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.ok && !response.redirected) event.waitUntil(keepLogged(response.clone()));
    return response;
  } catch (cause) {
    const shell = await (await caches.open(SHELL_CACHE)).match(SHELL_URL);
    if (shell) return shell;
    throw cause;
  }
}

/** Assets never change under their name, so what was kept is as good as what the server has. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(SHELL_CACHE);
  const { pathname } = new URL(request.url);
  const isImmutable = IMMUTABLE.test(pathname);
  const kept = isImmutable && (await cache.match(pathname));
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(cache.put(pathname, response.clone()));
    return response;
  } catch (cause) {
    const earlier = !isImmutable && (await cache.match(pathname));
    if (earlier) return earlier;
    throw cause;
  }
}

/**
 * Keeps the document of a release after all assets that it needs offline, so that whatever interrupts this, the document and the
 * assets that are kept belong together. Then removes the assets of earlier releases.
 */
export async function keepShell(response: Response): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const earlier = await cache.match(SHELL_URL);
  const document = response.clone();
  const html = await response.text();
  if (!document.ok || (await earlier?.text()) === html) return;
  const release = await fetch(RELEASE_URL, { cache: 'no-cache' });
  const { assets, offline } = (await release.json()) as ReleaseAssets;
  const referenced = [...html.matchAll(REFERENCES)].flatMap(([, path]) => path ?? []);
  // While a release is rolled out, servers answer with different ones.
  if (!referenced.every((path) => assets.includes(path))) return;
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...new Set([...referenced, ...offline, BEFORE_HYDRATION])].filter((path) => !kept.has(path)));
  await cache.put(SHELL_URL, document);
  const outdated = [...kept].filter((path) => IMMUTABLE.test(path) && !assets.includes(path));
  await Promise.all(outdated.map((path) => cache.delete(path)));
}

/** The page that is being opened does not wait for this, and works without it. */
async function keepLogged(response: Response): Promise<void> {
  try {
    await keepShell(response);
  } catch (cause) {
    logFailure('Keeping the app for offline use failed', cause);
  }
}
