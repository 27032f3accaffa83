import type { IncomingMessage } from 'node:http';

/**
 * Whether a request came from our own pages. Browsers say where a page came from and scripts cannot change it; programs
 * that say nothing carry no cookie of anybody's browser and pass.
 *
 * @param webUrl origin of the pages, which may be another than the one that is asked
 */
export function isTrustedOrigin({ headers }: Pick<IncomingMessage, 'headers'>, webUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  if (origin === undefined) return site !== 'same-site';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.origin === new URL(webUrl).origin) return true;
  // Whoever can change what is sent without TLS must not speak for the pages that have it.
  return from.host === host && (from.protocol === 'https:' || !webUrl.startsWith('https:'));
}
