import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { ActiveFaults, FaultKind, FaultTarget } from './faults';
import { truncateForLog, type LogEntry, type RequestLog } from './log';

declare module 'fastify' {
  interface FastifyRequest {
    /** Faults that affect this request, drawn on arrival. */
    faults: FaultKind[];
    logEntry: LogEntry | null;
  }
}

/** An error with a response body in the vendor's format. */
export interface VendorError extends Error {
  statusCode: number;
  body: object;
}

export interface Vendor {
  target: FaultTarget;
  faults: ActiveFaults;
  /** True if it runs jobs, which may never finish. */
  runsJobs?: boolean;
  /** Records its requests; undefined for requests of browsers. */
  log?: RequestLog;
  /** Creates the vendor's error for a status. */
  createError(status: number, retryAfterSeconds?: number): VendorError;
  /** The client reference in a request. */
  clientRef?(body: unknown, query: unknown): string | undefined;
}

/** Declares the request fields of vendor scopes. Call once per server. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('faults');
  app.decorateRequest('logEntry', null);
}

/** Adds a vendor's faults, request log and error format to all routes of this Fastify scope. */
export function vendorScope(app: FastifyInstance, vendor: Vendor): void {
  app.addHook('onRequest', async (request, reply) => {
    request.faults = vendor.faults.draw(vendor.target);
    // A vendor that is down receives and logs nothing.
    if (request.faults.some(({ name }) => name === 'down')) return hangUp(request, reply);
    openLogEntry(request, vendor);
    for (const fault of request.faults) {
      await applyFault(fault, request, reply, vendor);
      if (reply.sent) return reply;
    }
  });

  app.addHook('preHandler', async ({ logEntry, body, query }) => {
    if (!logEntry) return;
    logEntry.body = truncateForLog(body ?? null);
    const clientRef = vendor.clientRef?.(body, query);
    if (clientRef) logEntry.clientRef = clientRef;
    vendor.log?.record(logEntry);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const isLost = request.faults?.some(({ name }) => name === 'lost_answer');
    if (request.logEntry) {
      request.logEntry.status = isLost ? 0 : reply.statusCode;
      vendor.log?.record(request.logEntry);
    }
    if (isLost) request.raw.socket.destroy();
    return payload;
  });

  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const known = isVendorError(error) ? error : vendor.createError(error.statusCode ?? 500);
    if (known.statusCode >= 500) process.stderr.write(`${vendor.target}: ${error.stack ?? error.message}\n`);
    return reply.code(known.statusCode).send(known.body);
  });
}

function isVendorError(error: Error): error is VendorError {
  return 'statusCode' in error && 'body' in error;
}

function openLogEntry(request: FastifyRequest, { log, target }: Vendor): void {
  if (!log) return;
  const path = request.url.split('?')[0] ?? request.url;
  request.logEntry = log.open(target, request.method, path);
  log.record(request.logEntry);
}

async function applyFault(
  fault: FaultKind,
  request: FastifyRequest,
  reply: FastifyReply,
  vendor: Vendor,
): Promise<void> {
  switch (fault.name) {
    case 'slow':
      await delay(fault.milliseconds);
      // The client may have closed the connection meanwhile.
      if (request.raw.socket.destroyed) void reply.hijack();
      return;
    case 'error':
    case 'rate_limit': {
      const isLimit = fault.name === 'rate_limit';
      const { statusCode, body } = vendor.createError(
        isLimit ? 429 : fault.status,
        isLimit ? fault.seconds : undefined,
      );
      if (isLimit) void reply.header('retry-after', String(fault.seconds));
      void reply.code(statusCode).send(body);
      return;
    }
    case 'garbage':
      void reply.code(200).type('text/html').send('<html><body>\u0000{"oops": <h1>It works!</h1></body>');
      return;
    case 'never_finishes':
      // For vendors that run jobs the job never finishes; for others the response itself never comes.
      if (!vendor.runsJobs) void reply.hijack();
      return;
    default:
      return;
  }
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
