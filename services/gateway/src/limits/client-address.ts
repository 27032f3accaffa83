import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';

/** One subscriber gets at least this prefix of IPv6 addresses (RFC 6177), so a single address limits nobody. */
const IPV6_PREFIX = 64;

/** What an address is limited by: an IPv4 address itself, of an IPv6 address its /64. Any other text stays as it is. */
export function addressPrefix(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().fill(0, IPV6_PREFIX / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX}`;
}

/**
 * Reads the client's address of a request that Fastify does not see, as Fastify reads it of all others.
 *
 * @param trustProxy proxies whose X-Forwarded-For is believed: addresses and ranges, comma separated
 */
export function clientAddressOf(trustProxy: string | false): (request: IncomingMessage) => string {
  const trusted = proxyaddr.compile(trustProxy ? trustProxy.split(',').map((part) => part.trim()) : []);
  return (request) => proxyaddr(request, trusted);
}
