import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constantTimeEqual } from '../constant-time-equal';
import type { VideoTask } from '../videos/tasks';
import { FalError, injectedFalError, notFound } from './errors';
import { type Fal, newRequestId, resultOf } from './fal';
import { readInput, requireEndpoint } from './endpoints';

interface App {
  owner: string;
  alias: string;
}
type OfApp = { Params: App & { '*'?: string }; Querystring: { fal_webhook?: string } };
type OfRequest = { Params: App & { id: string } };

const REQUEST_ID_HEADER = 'x-fal-request-id';

/** fal's queue API, registered under `/fal/queue`. */
export function falQueueRoutes(app: FastifyInstance, fal: Fal): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!hasKey(headers.authorization, fal)) throw injectedFalError(401);
  });

  // The subject of an answer: the request in the path, or the created request.
  app.addHook('onSend', async ({ params }, reply) => {
    if (!reply.hasHeader(REQUEST_ID_HEADER))
      void reply.header(REQUEST_ID_HEADER, (params as { id?: string } | null)?.id ?? newRequestId());
  });
  const submit = (request: FastifyRequest<OfApp>, reply: FastifyReply) => {
    const { owner, alias, '*': path } = request.params;
    const endpoint = requireEndpoint(`${owner}/${alias}`, path);
    const task = fal.tasks.create({
      id: newRequestId(),
      model: endpoint.id,
      work: readInput(endpoint, request.body),
      origin: fal.origin(request),
      callbackUrl: request.query.fal_webhook ?? null,
      vendorFields: request.body as Record<string, unknown>,
      neverFinishes: request.faults.some(({ name }) => name === 'never_finishes'),
    });
    void reply.header(REQUEST_ID_HEADER, task.id);
    return { ...queueLinks(task), status: 'IN_QUEUE', queue_position: 0 };
  };
  app.post<OfApp>('/:owner/:alias', submit);
  app.post<OfApp>('/:owner/:alias/*', submit);

  const find = ({ owner, alias, id }: OfRequest['Params'], task: VideoTask | undefined): VideoTask => {
    // Only the submission includes a path after the application's name.
    if (!task || !`${task.model}/`.startsWith(`${owner}/${alias}/`) || task.id !== id) throw notFound();
    return task;
  };
  app.get<OfRequest>('/:owner/:alias/requests/:id/status', ({ params }, reply) => {
    const task = find(params, fal.tasks.poll(params.id));
    const status = task.state === 'queued' ? 'IN_QUEUE' : task.state === 'running' ? 'IN_PROGRESS' : 'COMPLETED';
    const more = { IN_QUEUE: { queue_position: 0 }, IN_PROGRESS: { logs: [] }, COMPLETED: { logs: [], metrics: {} } };
    return reply.code(status === 'COMPLETED' ? 200 : 202).send({ status, ...queueLinks(task), ...more[status] });
  });
  app.get<OfRequest>('/:owner/:alias/requests/:id', ({ params }) => {
    const task = find(params, fal.tasks.stored.get(params.id));
    if (task.state === 'queued' || task.state === 'running') throw new FalError(400, 'Request is still in progress');
    const result = resultOf(task);
    if (result instanceof FalError) throw result;
    return result;
  });
  app.put<OfRequest>('/:owner/:alias/requests/:id/cancel', ({ params }, reply) => {
    const task = fal.tasks.stored.get(params.id);
    if (!task) return reply.code(404).send({ status: 'NOT_FOUND' });
    if (task.state !== 'queued' && task.state !== 'running')
      return reply.code(400).send({ status: 'ALREADY_COMPLETED' });
    fal.tasks.cancel(task);
    return reply.code(202).send({ status: 'CANCELLATION_REQUESTED' });
  });
}

/** True if the header contains the key of the account. */
export function hasKey(authorization: string | undefined, fal: Fal): boolean {
  const [, key] = /^Key (.+)$/.exec(authorization ?? '') ?? [];
  return key !== undefined && constantTimeEqual(key, fal.credentials.key);
}

/** The public keys of webhook signatures, registered under `/fal`. */
export function falKeyRoutes(app: FastifyInstance, fal: Fal): void {
  app.get('/.well-known/jwks.json', () => fal.jwks());
}

function queueLinks({ origin, model, id }: VideoTask): Record<string, string> {
  const [owner, alias] = model.split('/');
  const url = `${origin}/queue/${owner}/${alias}/requests/${id}`;
  return { request_id: id, response_url: url, status_url: `${url}/status`, cancel_url: `${url}/cancel` };
}
