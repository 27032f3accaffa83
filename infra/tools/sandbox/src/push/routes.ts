import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PushError } from './errors';
import type { BrowserSubscription, PushMessage, PushService } from './push-service';
import { signerOf } from './vapid';

const MAX_BODY = 4_096;
const URGENCIES = ['very-low', 'low', 'normal', 'high'] as const;

const subscribeRequest = z.strictObject({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) });
const headersOfMessage = z.object({
  'content-encoding': z.literal('aes128gcm'),
  ttl: z.string().regex(/^\d+$/).transform(Number),
  urgency: z.enum(URGENCIES).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
});

type ById = { Params: { id: string } };

/** Web push (RFC 8030), registered under `/push`. `/browsers` is the browser's side, `/messages` the server's. */
export function pushRoutes(app: FastifyInstance, service: PushService, publicUrl: string | undefined): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_, body, done) =>
    done(null, body),
  );
  const origin = (host: string | undefined) => new URL(publicUrl ?? `http://${host}`).origin;
  const known = (id: string) => {
    const browser = service.browsers.get(id);
    if (!browser) throw new PushError(404);
    if (browser.isGone) throw new PushError(410);
    return browser;
  };

  app.post('/browsers', ({ body, headers }): BrowserSubscription => {
    const parsed = subscribeRequest.safeParse(body);
    if (!parsed.success) throw new PushError(400);
    return service.subscribe(parsed.data.applicationServerKey, `${origin(headers.host)}/push`);
  });

  app.get<ById>('/browsers/:id', ({ params }): { messages: PushMessage[] } => ({
    messages: known(params.id).messages,
  }));

  app.delete<ById>('/browsers/:id', (request, reply) => {
    service.unsubscribe(known(request.params.id));
    return reply.code(204).send();
  });

  app.post<ById>('/messages/:id', (request, reply) => {
    const { params, body } = request;
    const browser = known(params.id);
    const signer = signerOf(request.headers.authorization, origin(request.headers.host));
    if (!signer) throw new PushError(401);
    if (signer !== browser.applicationServerKey) throw new PushError(403);
    const headers = headersOfMessage.safeParse(request.headers);
    if (!headers.success || !Buffer.isBuffer(body)) throw new PushError(400);
    const { ttl, urgency, topic = null } = headers.data;
    service.accept(browser, body, { ttl, urgency, topic });
    return reply.code(201).header('location', `/push/receipts/${params.id}`).send();
  });
}
