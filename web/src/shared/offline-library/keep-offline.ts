import type { User } from '@luit/contracts/auth/users';
import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../../lib/log';
import { LIBRARY_KEY, LIBRARY_PAGES_KEY } from '../requests/request-cache';
import { SERVICE_WORKER } from '../web-push/browser-push';
import {
  canKeepOffline,
  deleteOfflineAccounts,
  isAccountEntry,
  type OfflineAccount,
  openAccountCache,
} from '../offline/account';
import { accountCacheName, ACCOUNT_URL, SHELL_CACHE } from '../offline/caches';
import { libraryToKeep, withoutSignatures } from './offline-library';

/** Polls and live events come in groups. */
const SAVE_AFTER_MS = 1_000;
const KEPT_QUERIES: readonly unknown[] = [LIBRARY_KEY[0], LIBRARY_PAGES_KEY[0], 'requests'];

/**
 * Stores what the user opens on this device for offline use until the session ends. The service worker stores the app and the files; this
 * function stores the list of requests, and deletes what another account stored here.
 *
 * @returns a function that stops it
 */
export function keepOffline(user: User, client: QueryClient): () => void {
  if (!canKeepOffline()) return () => undefined;
  const removed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const saveLater = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void logged(save(user, client, removed)), SAVE_AFTER_MS);
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    const [kind, id] = query.queryKey;
    if (!KEPT_QUERIES.includes(kind) || (type !== 'updated' && type !== 'removed')) return;
    if (type === 'removed' && kind === 'requests') removed.add(String(id));
    saveLater();
  });
  void logged(
    begin(user).then(() => {
      saveLater();
      return keepLoadedAssets();
    }),
  );
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

async function begin(user: User): Promise<void> {
  await deleteOfflineAccounts(user.id);
  await caches.open(accountCacheName(user.id));
  await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' });
}

/** Assets that this page loaded before a service worker handled its requests, for example fonts and the catalog of its language. */
async function keepLoadedAssets(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const assets = new URL('/assets/', location.origin).href;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...new Set(loaded)].filter((url) => url.startsWith(assets) && !kept.has(url)));
}

/** Saves the account unless its session ended meanwhile, and deletes files that belong to no request any more. */
async function save(user: User, client: QueryClient, removed: ReadonlySet<string>): Promise<void> {
  const cache = await openAccountCache(user.id);
  if (!cache) return;
  const saved = await (await cache.match(ACCOUNT_URL))?.text();
  const earlier = saved === undefined ? null : (JSON.parse(saved) as OfflineAccount);
  const library = libraryToKeep(client, earlier?.library ?? null, removed);
  const { unsigned, files } = library ? withoutSignatures(library) : { unsigned: null, files: new Set<string>() };
  const text = JSON.stringify({ user, library: unsigned } satisfies OfflineAccount);
  if (text === saved) return;
  await cache.put(ACCOUNT_URL, new Response(text, { headers: { 'content-type': 'application/json' } }));
  const addresses = new Set([...files].map((file) => new URL(file, location.origin).href));
  const unused = (await cache.keys()).filter((file) => !isAccountEntry(file) && !addresses.has(file.url));
  await Promise.all(unused.map((file) => cache.delete(file)));
}

/** The app works without the stored data, for example if the device has no space left. */
async function logged(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    logFailure('Keeping the library for offline use failed', cause);
  }
}
