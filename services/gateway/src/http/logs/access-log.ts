import { type LogFields, logFieldsLater } from '@luit/platform/tracing/correlation';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isBackground } from './background';

export interface AccessLogSettings {
  /** Share of successful requests that are logged, 0 to 1. */
  share: number;
  /** The same for requests that clients repeat on a timer, and for files of the web apps. */
  routineShare: number;
  /** Requests that take this many milliseconds are always logged. */
  slowMs: number;
}

export const ACCESS_LOG: AccessLogSettings = { share: 1, routineShare: 0, slowMs: 1_000 };

/** Lines of refused requests (4xx) per second of this process, so that a flood does not fill the disk. */
const REFUSED_PER_SECOND = 100;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The ids of these routes are secrets: anyone who knows one can use the named object without a session. */
const ROUTES_WITH_SECRET_IDS = [
  '/api/zip-downloads/:id',
  '/api/uploads/resumable/:id',
  '/api/uploads/resumable/:id/image',
  '/api/safety/refusals/:id/appeal',
];
/** Calls that runners repeat all day; claims take long on purpose. */
const CALLS_OF_RUNNERS = ['/runner/v1/claims', '/runner/v1/jobs/:id/heartbeat', '/runner/v1/jobs/:id/output'];
const UNMATCHED = 'unmatched';
const log = new Logger('HttpAccess');

/** Limits lines per second, and reports at the end of each second how many were left out. */
export class RefusedRequestLimit {
  private startedAt = 0;
  private lines = 0;
  private omitted = 0;

  constructor(private readonly perSecond = REFUSED_PER_SECOND) {}

  take(): boolean {
    const now = performance.now();
    if (now - this.startedAt >= 1_000) {
      this.startedAt = now;
      this.lines = 0;
    }
    this.lines += 1;
    if (this.lines <= this.perSecond) return true;
    if (this.omitted === 0) setTimeout(() => this.report(), this.startedAt + 1_000 - now).unref();
    this.omitted += 1;
    return false;
  }

  private report(): void {
    log.warn({ msg: 'Left out access log lines of refused requests', omitted: this.omitted });
    this.omitted = 0;
  }
}

const refusalsOfProcess = new RefusedRequestLimit();

/**
 * Writes a line for each HTTP request once its response has ended: errors and slow requests always, others as the settings
 * say. Lines contain ids and the route, never a path, a query, a body or an id that is a secret. Call it after `correlate`.
 */
export function logAccess(
  fastify: FastifyInstance,
  settings: AccessLogSettings,
  refusals: RefusedRequestLimit = refusalsOfProcess,
): void {
  const fieldsOf = new WeakMap<FastifyRequest, () => LogFields | undefined>();
  fastify.addHook('onRequest', (request, reply, done) => {
    // Unlike Fastify's own hook, it also runs if the client closes the connection.
    reply.raw.once('close', () => {
      const isAborted = !reply.raw.writableFinished;
      if (isLogged(request, reply, isAborted, settings, refusals))
        write(request, reply, isAborted, fieldsOf.get(request)?.());
    });
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    fieldsOf.set(request, logFieldsLater());
    done();
  });
}

/** For a request that was refused before any hook ran. */
export function logRefusedRequest(correlationId: string, status: number, method?: string): void {
  if (refusalsOfProcess.take()) log.log({ msg: 'HTTP request', correlationId, method, route: UNMATCHED, status });
}

function isLogged(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
  isAborted: boolean,
  settings: AccessLogSettings,
  refusals: RefusedRequestLimit,
): boolean {
  if (statusCode >= 500) return true;
  if (statusCode >= 400) return refusals.take();
  if (CALLS_OF_RUNNERS.includes(request.routeOptions.url ?? '')) return Math.random() < settings.routineShare;
  if (isAborted || elapsedTime >= settings.slowMs) return true;
  const share = isRoutine(request) ? settings.routineShare : settings.share;
  return Math.random() < share;
}

function write(request: FastifyRequest, reply: FastifyReply, isAborted: boolean, ids: LogFields | undefined): void {
  const route = request.routeOptions.url ?? UNMATCHED;
  const { user } = request as { user?: { id?: string } };
  const fields = {
    msg: 'HTTP request',
    correlationId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: bytesOf(reply),
    [route.startsWith('/api/admin/') ? 'adminId' : 'userId']: user?.id,
    ...(!ROUTES_WITH_SECRET_IDS.includes(route) && idsOf(request.params)),
    ...ids,
    ...(isAborted && { isAborted }),
  };
  if (reply.statusCode >= 500) log.warn(fields);
  else log.log(fields);
}

/** Polls, refreshes that no person asked for, and files of the web apps. */
function isRoutine({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { url, config } = routeOptions;
  return config?.answersFromCache === true || isBackground(headers) || !/^\/(api|v1)\//.test(url ?? '');
}

/** Bytes of the body; undefined if it was streamed without a length. */
function bytesOf(reply: FastifyReply): number | undefined {
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}

/** The ids in the path. Other parameters may be tokens. */
function idsOf(params: unknown): LogFields {
  if (typeof params !== 'object' || params === null) return {};
  const ids = Object.entries(params).filter(
    (entry): entry is [string, string] =>
      /^id$|Id$/.test(entry[0]) && typeof entry[1] === 'string' && ID.test(entry[1]),
  );
  return Object.fromEntries(ids);
}
