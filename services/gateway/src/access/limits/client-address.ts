import proxyaddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/**
 * Returns a function that determines the client address of requests that bypass Fastify, by the same rules as Fastify.
 *
 * @param trustProxy proxies whose X-Forwarded-For is trusted: addresses and ranges, comma separated
 */
export function clientAddressOf(trustProxy: string | false): (request: IncomingMessage) => string {
  const trusted = proxyaddr.compile(trustProxy ? trustProxy.split(',').map((part) => part.trim()) : []);
  return (request) => proxyaddr(request, trusted);
}
