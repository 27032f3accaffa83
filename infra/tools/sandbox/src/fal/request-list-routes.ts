import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { VideoTask } from '../videos/tasks';
import { FalError } from './errors';
import { type Fal, resultOf } from './fal';
import { FalPlatformError } from './platform-error';
import { pageCursor, pageOf, texts } from './platform-query';
import { hasKey } from './routes';

const HOUR_MS = 3_600_000;
/** The default start of a list and of the list of one request, in milliseconds before now. */
const LISTED_FOR_MS = 24 * HOUR_MS;
const FOUND_FOR_MS = 90 * 24 * HOUR_MS;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => Date.parse(text));

const query = z.object({
  endpoint_id: texts,
  start: time.optional(),
  end: time.optional(),
  status: z.enum(['success', 'error', 'user_error']).optional(),
  request_id: z.uuid().optional(),
  cursor: pageCursor,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  expand: texts.default([]),
  sort_by: z.enum(['ended_at', 'duration']).default('ended_at'),
});

/** The list of requests in fal's platform API. */
export function falRequestListRoutes(app: FastifyInstance, fal: Fal): void {
  const requireKey = async ({ headers }: FastifyRequest) => {
    if (!hasKey(headers.authorization, fal)) throw new FalPlatformError(401, 'Authentication required');
  };

  /** Requests that were sent to a runner, latest end first. */
  app.get('/models/requests/by-endpoint', { onRequest: requireKey }, (request) => {
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw new FalPlatformError(400, z.prettifyError(parsed.error));
    const { limit, cursor: page, expand, sort_by: order, status, request_id: id, ...filter } = parsed.data;
    const { start = Date.now() - (id ? FOUND_FOR_MS : LISTED_FOR_MS), end = Infinity, endpoint_id: endpoints } = filter;
    const sorted = fal.tasks
      .all()
      .filter(({ model, createdAt }) => endpoints.includes(model) && createdAt >= start && createdAt < end)
      .filter((task) => task.startedAt !== null && (!id || task.id === id) && (!status || statusOf(task) === status))
      .map((task) => ({ task, rank: order === 'duration' ? durationMsOf(task) : (endOf(task) ?? Infinity) }))
      .sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank));
    const { items, ...rest } = pageOf(sorted, page, limit);
    return { items: items.map(({ task }) => itemOf(task, expand.includes('payloads'))), ...rest };
  });
}

function itemOf(task: VideoTask, hasPayloads: boolean): Record<string, unknown> {
  const { id, model, createdAt, startedAt, vendorFields } = task;
  const end = endOf(task);
  const time = (ms: number | null) => ms && new Date(ms).toISOString();
  return {
    request_id: id,
    endpoint_id: model,
    sent_at: time(createdAt),
    started_at: time(startedAt),
    ended_at: time(end),
    status_code: statusCodeOf(task),
    duration: end && durationMsOf(task) / 1_000,
    ...(hasPayloads && { json_input: vendorFields, json_output: end && outputOf(task) }),
  };
}

/** When a request ended, in milliseconds; null while it runs. */
function endOf({ state, updatedAt }: VideoTask): number | null {
  return state === 'queued' || state === 'running' ? null : updatedAt;
}

/** 0 while it runs. */
function durationMsOf(task: VideoTask): number {
  return (endOf(task) ?? task.createdAt) - task.createdAt;
}

function statusCodeOf(task: VideoTask): number | null {
  if (endOf(task) === null) return null;
  const result = resultOf(task);
  return result instanceof FalError ? result.statusCode : 200;
}

function statusOf(task: VideoTask): 'success' | 'error' | 'user_error' | null {
  const code = statusCodeOf(task);
  if (code === null) return null;
  if (code < 400) return 'success';
  return code < 500 ? 'user_error' : 'error';
}

function outputOf(task: VideoTask): object {
  const result = resultOf(task);
  return result instanceof FalError ? result.body : result;
}
