import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { OutputError } from './output-error';

/** Special-purpose addresses (IANA registries); no provider serves outputs from them. */
const SPECIAL = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(net, prefix, 'ipv4');
}
/** Only 2000::/3 is public; the exceptions within it are Teredo, documentation and 6to4. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(net, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4');
  return isIP(address) === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

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
