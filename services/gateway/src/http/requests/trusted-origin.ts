import type { IncomingMessage } from 'node:http';

/**
 * Returns true if a request came from a page of this site, judged by `Origin` and `Sec-Fetch-Site`, which scripts cannot change. Clients
 * that send neither are not browsers and carry no browser's cookies, so they pass.
 *
 * @param webUrl origin of the pages, which may differ from the host of the request
 */
export function isTrustedOrigin({ headers }: Pick<IncomingMessage, 'headers'>, webUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  if (origin === undefined) return site !== 'same-site';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.origin === new URL(webUrl).origin) return true;
  // A page without TLS can be tampered with, so it must not act for a site that has TLS.
  return from.host === host && (from.protocol === 'https:' || !webUrl.startsWith('https:'));
}
