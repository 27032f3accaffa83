import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../config';
import { documentHeaders } from './content-security-policy';

/** Sets helmet's headers on every response, and the content security policy by path. */
export async function setSecurityHeaders(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const hasTls = config.webUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    xFrameOptions: false,
    // Browsers accept this header only over TLS.
    strictTransportSecurity: hasTls && { maxAge: 31_536_000, includeSubDomains: false },
    // The checkout opens the bank's page in a popup and receives messages from it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const headersFor = documentHeaders(config);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      reply.headers(headersFor(request.url.split('?', 1)[0] ?? '/'));
      done();
    });
}
