import { metrics } from '@luit/platform/metrics/metrics';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

declare module 'fastify' {
  interface FastifyContextConfig {
    isStream?: boolean;
  }
}

/** Declares a route with responses that stay open, so their duration says nothing about this process. */
export const StaysOpen = () => RouteConfig({ isStream: true });

const httpDuration = new Histogram({
  name: 'luit_http_duration_seconds',
  help: 'Duration of HTTP requests in seconds, by route, method and status',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [metrics],
});

/** Labels by route, not by path, to limit the number of series. */
export function recordHttpMetrics(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unmatched', config } = request.routeOptions;
    if (config?.isStream && reply.statusCode === 200) return done();
    httpDuration.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
}
