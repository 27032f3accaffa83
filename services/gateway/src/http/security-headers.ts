import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../config';

/** Pages load nothing but our own and the checkout; without TLS nothing is asked to upgrade to it. */
export async function setSecurityHeaders(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const { checkoutOrigins, webUrl } = config;
  const hasTls = webUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...checkoutOrigins],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...checkoutOrigins],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", webUrl.replace(/^http/, 'ws'), ...checkoutOrigins],
        frameSrc: ["'self'", ...checkoutOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...checkoutOrigins],
        frameAncestors: ["'none'"],
        ...(hasTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Only a page with TLS can hold the browser to it.
    strictTransportSecurity: hasTls && { maxAge: 31_536_000, includeSubDomains: false },
    // The checkout opens the bank's page in a window of its own and needs to hear back from it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
