import { isIPv4, isIPv6 } from 'node:net';

/** All addresses that cannot be parsed share one rate limit under this value. */
const UNKNOWN = 'unknown';
/** First six groups of ::ffff:0:0/96, in which a dual-stack socket reports IPv4 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED = '0:0:0:0:0:ffff';

/**
 * The prefix that rate limits count as one client: an IPv4 address, or the /64 that an ISP assigns to one IPv6 customer.
 *
 * @returns for example `203.0.113.7/32` or `2001:db8:1:2::/64`; `unknown` for an invalid address
 */
export function addressPrefix(ip: string): string {
  return prefixOf(ip, { ipv4Octets: 4, ipv6Groups: 4 });
}

/**
 * The prefix of the second tier of rate limits: the /24 of an IPv4 address or the /48 of an IPv6 address, which usually
 * belongs to one site or hosting provider.
 *
 * @returns for example `203.0.113.0/24` or `2001:db8:1::/48`; `unknown` for an invalid address
 */
export function networkPrefix(ip: string): string {
  return prefixOf(ip, { ipv4Octets: 3, ipv6Groups: 3 });
}

function prefixOf(ip: string, { ipv4Octets, ipv6Groups }: { ipv4Octets: number; ipv6Groups: number }): string {
  const groups = isIPv6(ip) ? groupsOf(ip) : undefined;
  const ipv4 = isIPv4(ip) ? ip : groups && mappedAddress(groups);
  if (ipv4) {
    const octets = ipv4.split('.').map((octet, index) => (index < ipv4Octets ? octet : '0'));
    return `${octets.join('.')}/${ipv4Octets * 8}`;
  }
  if (!groups) return UNKNOWN;
  return `${hexOf(groups.slice(0, ipv6Groups))}::/${ipv6Groups * 16}`;
}

/** The eight groups of a valid IPv6 address in any notation. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const left = numbersOf(head);
  if (tail === undefined) return left;
  const right = numbersOf(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function numbersOf(part: string): number[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (isIPv4(group) ? pairsOf(group) : parseInt(group, 16)));
}

function pairsOf(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function mappedAddress(groups: number[]): string | undefined {
  if (hexOf(groups.slice(0, 6)) !== MAPPED) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function hexOf(groups: number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
