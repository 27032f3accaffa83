import { createPartialResponse } from 'workbox-range-requests/createPartialResponse.js';
import { logFailure } from '../src/lib/log.ts';
import { accountCacheName, ACCOUNT_URL, fileAddress, otherAccountCaches } from '../src/shared/offline/caches.ts';

/** Bounds of what an account keeps on a device, in bytes: all files, and a single one. */
const MAX_BYTES = 200_000_000;
const MAX_FILE_BYTES = 50_000_000;

/** Addresses that are being copied. A player requests a video in several parts. */
const copying = new Set();

/** A poster, photo or video from the server. Without a connection, the copy that was kept when it was shown. */
export async function answerFile(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    event.waitUntil(keepFile(request.url));
    return response;
  } catch (cause) {
    const kept = await findFile(request.url);
    if (!kept) throw cause;
    return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
  }
}

/** Only one account is signed in, so whatever is kept belongs to it. */
async function findFile(link) {
  for (const name of await otherAccountCaches(caches)) {
    const file = await (await caches.open(name)).match(fileAddress(link));
    if (file) return file;
  }
  return undefined;
}

/**
 * Keeps a whole file that its owner was shown, usually from the browser's HTTP cache. Pages create the cache of an account when it signs
 * in and delete it when its session ends; this never does, so that nothing is kept for anyone else.
 */
async function keepFile(link) {
  const address = fileAddress(link);
  const owner = new URL(link).searchParams.get('owner');
  if (!owner || copying.has(address)) return;
  copying.add(address);
  try {
    const name = accountCacheName(owner);
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    if (await cache.match(address)) return;
    // The signature authorizes the request, not a cookie.
    const response = await fetch(link, { mode: 'cors', credentials: 'omit' });
    if (!response.ok || !(sizeOf(response) <= MAX_FILE_BYTES)) return await response.body?.cancel();
    await cache.put(address, response);
    await removeOldest(cache);
  } catch (cause) {
    logFailure('Keeping a file for offline use failed', cause);
  } finally {
    copying.delete(address);
  }
}

/** A cache lists what it got first at the beginning. */
async function removeOldest(cache) {
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== ACCOUNT_URL);
  const sizes = await Promise.all(files.map(async (file) => sizeOf(await cache.match(file))));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  for (let index = 0; total > MAX_BYTES; index += 1) {
    await cache.delete(files[index]);
    total -= sizes[index];
  }
}

/** In bytes; NaN if the server did not say it. */
function sizeOf(response) {
  return Number(response?.headers.get('content-length') ?? NaN);
}
