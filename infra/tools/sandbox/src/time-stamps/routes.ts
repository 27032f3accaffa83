import type { FastifyInstance } from 'fastify';
import { TimeStampAuthority } from './time-stamp-authority';

const QUERY = 'application/timestamp-query';

export class TimeStampError extends Error {
  constructor(readonly statusCode: number) {
    super(`The time stamp authority answers with status ${statusCode}`);
  }

  get body(): Record<string, unknown> {
    return { error: this.message };
  }
}

/** The protocol of time stamp authorities over HTTP (RFC 3161, section 3.4), registered under `/time-stamps`. */
export function timeStampRoutes(app: FastifyInstance): void {
  // Created with the first request: most tests need none.
  let created: Promise<TimeStampAuthority> | undefined;
  const authority = () => (created ??= TimeStampAuthority.create());
  app.addContentTypeParser(QUERY, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<{ Body: Buffer }>('/', async ({ body }, reply) => {
    const issuer = await authority();
    void reply.type('application/timestamp-reply');
    try {
      return Buffer.from(issuer.answer(body));
    } catch {
      throw new TimeStampError(400);
    }
  });

  app.get('/authority.pem', async () => (await authority()).authority);
}
