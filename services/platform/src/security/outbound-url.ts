import { hasCredentials } from '@luit/contracts/messages/fields';
import { isIP } from 'node:net';
import { isPrivateHost } from './private-host';
import { isOwnAddress, isPublicAddress } from './public-address';

/**
 * Why Luit must not send requests to a URL that someone chose; null if it may. The worker also checks the addresses that the name
 * resolves to, when it connects.
 *
 * @param isPrivateAllowed also this machine and private networks, without TLS
 */
export function outboundUrlFault(address: string, isPrivateAllowed: boolean): string | null {
  if (hasCredentials(address)) return 'The URL must not contain a user name or password.';
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isPrivateAllowed) return isIP(host) && !isOwnAddress(host) ? 'No server can have this address.' : null;
  if (protocol !== 'https:') return 'The URL must begin with https://.';
  const isPublic = isIP(host) ? isPublicAddress(host) : !isPrivateHost(host);
  return isPublic ? null : 'The URL must not be on a private network.';
}
