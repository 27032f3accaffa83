import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config';
import { documentHeaders } from './content-security-policy';

/** The headers that helmet 8 sets by default, except the ones in `documentHeaders`. */
const SECURITY_HEADERS = {
  // The checkout opens the bank's page in a popup and receives messages from it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers can be abused to disable scripts.
  'x-xss-protection': '0',
};

/** Browsers accept this header only over TLS. */
const TLS_HEADERS = { 'strict-transport-security': 'max-age=31536000' };

/** Sets the security headers of every response, and the content security policy by path. */
export function setSecurityHeaders(fastify: FastifyInstance, config: GatewayConfig): void {
  const headers = { ...SECURITY_HEADERS, ...(config.webUrl.startsWith('https:') ? TLS_HEADERS : {}) };
  const headersFor = documentHeaders(config);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).headers(headersFor(request.url.split('?', 1)[0] ?? '/'));
    done();
  });
}
