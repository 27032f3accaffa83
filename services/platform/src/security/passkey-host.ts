import { isIP } from 'node:net';

/** Browsers accept passkeys for a host name, not for an IP address. @param webUrl origin of the pages */
export function supportsPasskeys(webUrl: string): boolean {
  return isIP(new URL(webUrl).hostname.replace(/^\[|\]$/g, '')) === 0;
}
