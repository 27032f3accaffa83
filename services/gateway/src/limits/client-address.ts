import proxyaddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/**
 * Reads the client's address of a request that Fastify does not see, as Fastify reads it of all others.
 *
 * @param trustProxy proxies whose X-Forwarded-For is believed: addresses and ranges, comma separated
 */
export function clientAddressOf(trustProxy: string | false): (request: IncomingMessage) => string {
  const trusted = proxyaddr.compile(trustProxy ? trustProxy.split(',').map((part) => part.trim()) : []);
  return (request) => proxyaddr(request, trusted);
}
