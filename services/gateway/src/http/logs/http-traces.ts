import { startTrace } from '@luit/platform/tracing/tracing';
import { SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Starts a trace for each API request. Files of the web apps are not traced. */
export function traceRequests(fastify: FastifyInstance): void {
  const traces = new WeakMap<FastifyRequest, ReturnType<typeof startTrace>>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/api/')) {
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'luit.correlation_id': request.id,
      };
      traces.set(request, startTrace(`${request.method} ${route}`, attributes));
    }
    done();
  });
  // In the same hook as the correlation id, because reading the body loses the asynchronous context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const trace = traces.get(request);
    if (trace) trace.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = traces.get(request)?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
