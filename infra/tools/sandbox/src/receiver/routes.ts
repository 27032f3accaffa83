import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Receivers } from './receiver';

type ByName = { Params: { name: string }; Body: string };

const CHUNK = 'endless '.repeat(512);
const CHUNK_MS = 10;

/** Registered under `/receivers`. */
export function receiverRoutes(app: FastifyInstance, receivers: Receivers): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post<ByName>('/:name', async ({ params, headers, body, raw }, reply) => {
    const { status, seconds, location, body: answer, isEndless } = receivers.behaviorOf(params.name);
    receivers.receive(params.name, { at: new Date().toISOString(), headers, body });
    if (seconds > 0) await delay(seconds * 1_000, undefined, { ref: false });
    if (raw.socket.destroyed) return reply.hijack();
    if (location !== undefined) void reply.header('location', location);
    return reply.code(status).send(isEndless ? Readable.from(endless()) : answer);
  });
}

/** Ends when the client closes the connection, which destroys the stream. */
async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield CHUNK;
    await delay(CHUNK_MS);
  }
}
