import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config';

/** RFC 9116 recommends an expiry of less than a year. It is computed for each response. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Serves [security.txt (RFC 9116)](https://www.rfc-editor.org/rfc/rfc9116) if a contact is configured. */
export function serveSecurityTxt(
  fastify: FastifyInstance,
  { contactEmail, webUrl }: Pick<GatewayConfig, 'contactEmail' | 'webUrl'>,
): void {
  if (!contactEmail) return;
  fastify.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${contactEmail}\nExpires: ${expires}\nPreferred-Languages: en\n` +
          `Canonical: ${webUrl}/.well-known/security.txt\n`,
      );
  });
}
