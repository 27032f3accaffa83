import { offered } from '@luit/ui/storage';
import type { User } from '@luit/contracts/auth/users';
import type { RequestView } from '@luit/contracts/http/requests';
import { accountCacheName, ACCOUNT_URL, otherAccountCaches } from './caches';

/** Requests that are finished. Their links to files have no signatures, so they work only without a connection. */
export interface OfflineLibrary {
  /** The newest first. */
  requests: RequestView[];
  /** Ids of the requests that the user marked as favorites. */
  favorites: string[];
  /** Ids of the requests that had a share link. */
  shared: string[];
}

/** What the app knows of the signed-in account without a connection. It contains no token, and none can be derived from it. */
export interface OfflineAccount {
  user: User;
  /** Null until the user has opened the library or a request. */
  library: OfflineLibrary | null;
}

/** Its query has data only while there is no connection. */
export const OFFLINE_LIBRARY_KEY = ['offline-library'] as const;

/** A cache contains the account under this URL, next to the files. */
export const isAccountEntry = ({ url }: Request): boolean => new URL(url).pathname === ACCOUNT_URL;

/** Browsers offer caches and service workers only to sites with TLS and to this machine, and not where site data is blocked. */
export const canKeepOffline = (): boolean => Boolean(offered(() => caches) && offered(() => navigator.serviceWorker));

export async function readOfflineAccount(): Promise<OfflineAccount | null> {
  if (!canKeepOffline()) return null;
  for (const name of await otherAccountCaches(caches)) {
    const entry = await (await caches.open(name)).match(ACCOUNT_URL);
    if (entry) return (await entry.json()) as OfflineAccount;
  }
  return null;
}

/** The cache of an account; null if it was deleted because its session ended. */
export async function openAccountCache(userId: string): Promise<Cache | null> {
  const name = accountCacheName(userId);
  return (await caches.has(name)) ? caches.open(name) : null;
}

/** Deletes everything that accounts have on this device, except for that of one user. */
export async function deleteOfflineAccounts(exceptUserId?: string): Promise<void> {
  if (!canKeepOffline()) return;
  const names = await otherAccountCaches(caches, exceptUserId);
  await Promise.all(names.map((name) => caches.delete(name)));
}
