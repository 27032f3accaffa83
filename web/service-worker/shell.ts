import { logFailure } from '../src/lib/log.ts';
import { type ReleaseAssets, RELEASE_URL, SHELL_CACHE, SHELL_URL } from '../src/shared/offline/caches.ts';

const IMMUTABLE = /^\/assets\//;
/** Assets that a document refers to. */
const REFERENCES = /(?:src|href)="(\/assets\/[^"]+)"/g;
/** A script without a hash in its name, which the document loads. */
const BEFORE_HYDRATION = '/before-hydration.js';

/** Responds with the page from the server, which is always the latest release, or without a connection with the stored page. */
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

/** The content of an asset never changes under its name, so the stored copy equals the server's. */
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
 * Stores all assets that a release needs offline, and only then its document, so that the stored document and assets match even if this is
 * interrupted. Then removes the assets of earlier releases.
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
  // During a rollout, servers respond with different releases.
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
