/** The names of the browser's caches and what is in them, for the pages and the service worker. See docs/decisions/0051-offline.md. */

/** The app itself: a page without content, and the assets of its release. */
export const SHELL_CACHE = 'luit.shell';
/** The address under which the page without content is kept. The server sends it for every page of the app. */
export const SHELL_URL = '/library';
/** The assets of the latest release; the build writes it. */
export const RELEASE_URL = '/release-assets.json';

const ACCOUNT_PREFIX = 'luit.account.';
/** The address under which the cache of an account has its `OfflineAccount`. */
export const ACCOUNT_URL = '/offline-account';
export const FILES_PATH = '/api/files/';

export interface ReleaseAssets {
  /** Paths of all assets. */
  assets: string[];
  /** The assets that the offline pages need. */
  offline: string[];
}

/** The cache of an account: its user, and the files that it opened on this device. It exists only while the account is signed in. */
export const accountCacheName = (userId: string): string => ACCOUNT_PREFIX + userId;

/** The names of the caches of all accounts but this one. */
export async function otherAccountCaches(caches: CacheStorage, userId: string | null = null): Promise<string[]> {
  const own = userId && accountCacheName(userId);
  return (await caches.keys()).filter((name) => name.startsWith(ACCOUNT_PREFIX) && name !== own);
}

/** The address of a file without its signature, which changes every hour. */
export function fileAddress(link: string): string {
  return link.split('?', 1)[0] ?? link;
}
