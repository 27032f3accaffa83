import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { constantTimeEqual } from '../constant-time-equal';
import type { VideoTask } from '../videos/tasks';
import { type Ark, newTaskId, publicTask } from './ark';
import { ArkError, injectedArkError } from './errors';
import { readTaskRequest } from './input';

type ById = { Params: { id: string } };

const listQuery = z.object({
  page_num: z.coerce.number().int().min(1).max(500).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(20),
  'filter.model': z.string().optional(),
  'filter.status': z.string().optional(),
});

const REQUEST_ID_HEADER = 'x-request-id';
const LISTED_FOR_MS = 7 * 24 * 3_600_000;

/** ModelArk's task API, registered under `/ark/api/v3`. */
export function arkRoutes(app: FastifyInstance, ark: Ark): void {
  nameRequests(app);
  app.addHook('onRequest', async ({ headers }) => {
    const [, key] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (!key || !constantTimeEqual(key, ark.credentials.apiKey)) throw injectedArkError(401);
  });
  const tasks = '/contents/generations/tasks';

  app.post(tasks, (request) => {
    const { seed, ...fields } = readTaskRequest(request.body);
    const { resolution, aspectRatio: ratio = '16:9', duration, sound: generate_audio } = fields.work;
    const drawn = seed === -1 ? randomInt(2 ** 32) : seed;
    const { id } = ark.tasks.create({
      ...fields,
      id: newTaskId(),
      origin: ark.origin(request),
      vendorFields: { seed: drawn, resolution, ratio, duration, generate_audio },
      neverFinishes: request.faults.some(({ name }) => name === 'never_finishes'),
    });
    return { id };
  });

  app.get(tasks, ({ query }) => {
    const filter = listQuery.safeParse(query);
    if (!filter.success) throw new ArkError(400, 'InvalidParameter', z.prettifyError(filter.error));
    const { page_num, page_size, 'filter.model': model, 'filter.status': status } = filter.data;
    const found = ark.tasks
      .all()
      .filter((task) => task.createdAt > Date.now() - LISTED_FOR_MS && (!model || task.model === model))
      .map(publicTask)
      .filter((task) => !status || task.status === status);
    return { total: found.length, items: found.slice((page_num - 1) * page_size, page_num * page_size) };
  });

  app.get<ById>(`${tasks}/:id`, ({ params }) => publicTask(known(ark.tasks.poll(params.id))));

  /** Cancels a queued task, deletes the record of a finished one, and rejects a running one. */
  app.delete<ById>(`${tasks}/:id`, ({ params }) => {
    const task = known(ark.tasks.stored.get(params.id));
    if (task.state === 'running')
      throw new ArkError(409, 'InvalidAction.RunningTaskDeletion', 'A task that is running cannot be deleted.');
    if (task.state === 'queued') ark.tasks.cancel(task);
    else ark.tasks.forget(task.id);
    return {};
  });
}

/** Every answer has a request id, and the message of an error repeats it. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('preSerialization', async (_request, reply, payload: { error?: { message: string } }) => {
    const id = newRequestId();
    void reply.header(REQUEST_ID_HEADER, id);
    if (!payload.error) return payload;
    return { ...payload, error: { ...payload.error, message: `${payload.error.message} Request id: ${id}` } };
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader(REQUEST_ID_HEADER)) void reply.header(REQUEST_ID_HEADER, newRequestId());
  });
}

/** In Ark's format: a time of 17 digits, then hexadecimal digits. */
function newRequestId(): string {
  return `${new Date().toISOString().replace(/\D/g, '')}${randomBytes(18).toString('hex')}`;
}

function known(task: VideoTask | undefined): VideoTask {
  if (!task) throw injectedArkError(404);
  return task;
}
