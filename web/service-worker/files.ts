import { createPartialResponse } from 'workbox-range-requests/createPartialResponse.js';
import { logFailure } from '../src/lib/log.ts';
import { accountCacheName, ACCOUNT_URL, fileAddress, otherAccountCaches } from '../src/shared/offline/caches.ts';

/** Bounds of what an account keeps on a device, in bytes: all files, and a single one. */
const MAX_BYTES = 200_000_000;
const MAX_FILE_BYTES = 50_000_000;

/** URLs that are being copied. A player requests a video in several parts, so it may request a URL again meanwhile. */
const copying = new Set<string>();

/** Responds with a poster, photo or video from the server or, without a connection, with the copy that was stored when it was shown. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const [response, cache] = await Promise.all([fetch(request), cacheWithout(request.url)]);
    if (cache) event.waitUntil(keepFile(cache, request.url, response));
    return response;
  } catch (cause) {
    const kept = await findFile(request.url);
    if (!kept) throw cause;
    return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
  }
}

/** Only one account is signed in, so every stored file belongs to it. */
async function findFile(link: string): Promise<Response | undefined> {
  for (const name of await otherAccountCaches(caches)) {
    const file = await (await caches.open(name)).match(fileAddress(link));
    if (file) return file;
  }
  return undefined;
}

/**
 * Returns the cache of the account to which a file belongs, or null if that cache contains the file already. Pages create the cache when
 * the account signs in and delete it when the session ends. This function never creates one, so nothing is stored for other accounts.
 */
async function cacheWithout(link: string): Promise<Cache | null> {
  const owner = new URL(link).searchParams.get('owner');
  if (!owner) return null;
  try {
    const name = accountCacheName(owner);
    if (!(await caches.has(name))) return null;
    const cache = await caches.open(name);
    return (await cache.match(fileAddress(link))) ? null : cache;
  } catch (cause) {
    logFailure('Looking for a kept file failed', cause);
    return null;
  }
}

/**
 * Stores a whole file that its owner sees. If the response for the page is the whole file, it is stored as it is, so that the file is
 * downloaded once.
 */
async function keepFile(cache: Cache, link: string, shown: Response): Promise<void> {
  const address = fileAddress(link);
  if (copying.has(address)) return;
  copying.add(address);
  try {
    // Cloned before anything is awaited, because a response cannot be cloned while its body is being read.
    const isKept = isWhole(shown) && (await keepResponse(cache, address, shown.clone()));
    // The signature authorizes the request, not a cookie.
    if (!isKept) await keepResponse(cache, address, await fetch(link, { mode: 'cors', credentials: 'omit' }));
  } catch (cause) {
    logFailure('Keeping a file for offline use failed', cause);
  } finally {
    copying.delete(address);
  }
}

/** Whether the file was kept or is too large. False if the player stopped loading it. */
async function keepResponse(cache: Cache, address: string, response: Response): Promise<boolean> {
  const { ok, body } = response;
  if (!ok || !(sizeOf(response) <= MAX_FILE_BYTES)) {
    await body?.cancel();
    return true;
  }
  // Caches reject partial responses, even one that contains the whole file.
  const headers = new Headers(response.headers);
  headers.delete('content-range');
  try {
    await cache.put(address, new Response(body, { headers }));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'QuotaExceededError') throw cause;
    logFailure('Copying a file that is shown failed', cause);
    return false;
  }
  await removeOldest(cache);
  return true;
}

/** A player first requests a whole video as one range. Responses from other origins without CORS cannot be read. */
function isWhole({ status, headers }: Response): boolean {
  if (status === 200) return true;
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return status === 206 && size !== undefined && Number(last) + 1 === Number(size);
}

/** A cache lists its oldest entries first. */
async function removeOldest(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== ACCOUNT_URL);
  const kept = await Promise.all(files.map(async (file) => ({ file, bytes: sizeOf(await cache.match(file)) })));
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of kept) {
    if (total <= MAX_BYTES) return;
    await cache.delete(file);
    total -= bytes;
  }
}

/** In bytes; NaN if the server did not say it. */
function sizeOf(response: Response | undefined): number {
  return Number(response?.headers.get('content-length') ?? NaN);
}
