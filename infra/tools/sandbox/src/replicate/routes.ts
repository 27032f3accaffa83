import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constantTimeEqual } from '../constant-time-equal';
import { unauthenticated } from './errors';
import { replicateModelRoutes } from './model-routes';
import { readCancelAfterSeconds, readListQuery, readPredictionRequest, readWaitSeconds } from './input';
import { isTerminal, publicPrediction } from './prediction';
import type { Replicate } from './replicate';

/** The account of users who bring their own key. */
const CREATORS_TOKEN = 'r8_sandbox_creator';

type ById = { Params: { id: string } };
type ByModel = { Params: { owner: string; name: string } };

/** Replicate's REST API, registered under `/replicate/v1`. Like the real one it sends no CORS headers. */
export function replicateRoutes(app: FastifyInstance, replicate: Replicate): void {
  const { predictions, credentials } = replicate;
  app.addHook('onRequest', async ({ headers }) => {
    const [, token] = /^(?:Bearer|Token) (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const isKnown = token && [credentials.apiToken, CREATORS_TOKEN].some((known) => constantTimeEqual(token, known));
    if (!isKnown) throw unauthenticated();
  });

  const createPrediction = async (request: FastifyRequest, model: string | null) => {
    const waitSeconds = readWaitSeconds(request.headers.prefer?.toString());
    const { id } = predictions.create(readPredictionRequest(request.body, model), {
      origin: replicate.origin(request),
      cancelAfterSeconds: readCancelAfterSeconds(request.headers['cancel-after']?.toString()),
      neverFinishes: request.faults.some(({ name }) => name === 'never_finishes'),
    });
    if (waitSeconds !== null) await predictions.waitFor(id, waitSeconds);
    return predictions.get(id);
  };
  const respondToCreate = async (request: FastifyRequest, model: string | null) => {
    const prediction = await createPrediction(request, model);
    const isWaiting = request.headers.prefer !== undefined && !isTerminal(prediction);
    return { status: isWaiting ? 202 : 201, body: publicPrediction(prediction) };
  };

  app.post('/predictions', async (request, reply) => {
    const { status, body } = await respondToCreate(request, null);
    return reply.code(status).send(body);
  });
  app.post<ByModel>('/models/:owner/:name/predictions', async (request, reply) => {
    const { status, body } = await respondToCreate(request, `${request.params.owner}/${request.params.name}`);
    return reply.code(status).send(body);
  });

  app.get('/predictions', (request) => {
    const { cursor, ...times } = readListQuery(request.query);
    const { results, next, previous } = predictions.page(readCursor(cursor), times);
    const link = (id: string | null) => {
      if (id === null) return null;
      const query = new URLSearchParams({ ...times, cursor: Buffer.from(id).toString('base64url') });
      return `${replicate.origin(request)}/replicate/v1/predictions?${query}`;
    };
    return { previous: link(previous), next: link(next), results: results.map(publicPrediction) };
  });
  app.get<ById>('/predictions/:id', ({ params }) => publicPrediction(predictions.poll(params.id)));
  app.post<ById>('/predictions/:id/cancel', ({ params }) => publicPrediction(predictions.cancel(params.id)));
  replicateModelRoutes(app);
  app.get('/webhooks/default/secret', () => ({ key: credentials.webhookSecret }));
}

function readCursor(cursor: string | undefined): string | null {
  return cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString('utf8');
}
