import { startTrace } from '@luit/platform/tracing/tracing';
import { SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Begins a trace with each request to the API; files of the web apps are none. */
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
  // Where the correlation id begins too: reading the body would lose the asynchronous context again.
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
