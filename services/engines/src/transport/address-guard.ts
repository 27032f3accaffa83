import { isPublicAddress } from '@luit/platform/security/public-address';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { OutputError } from './output-error';

/**
 * DNS lookup that fails for non-public addresses. It runs when the connection is made, so DNS rebinding between a check and
 * its use is impossible.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const forbidden = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (forbidden || !first) {
      return callback(new OutputError('forbidden_address', `${hostname} is not public`, true), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Refuses URLs without TLS and literal addresses that are not public; `publicLookup` checks host names.
 *
 * @throws OutputError `forbidden_address`
 */
export function assertPublic({ protocol, hostname }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:')
    throw new OutputError('forbidden_address', `The protocol is ${protocol} instead of https:`, true);
  if (isIP(address) && !isPublicAddress(address)) {
    throw new OutputError('forbidden_address', `${hostname} is not public`, true);
  }
}
