import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { type RunningService, assertHandlersComplete, createLogger, openHealth } from '@luit/platform/bootstrap';
import { ConfigurationError } from '@luit/platform/config';
import { HealthServer } from '@luit/platform/health/health-server';
import { startTracing } from '@luit/platform/tracing/start-tracing';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from './config';
import { GatewayModule } from './gateway.module';
import { isolateFilesOrigin } from './storage/files/files-origin';
import { logAccess } from './http/logs/access-log';
import { serveApiDocs } from './http/documents/api-docs';
import { compressAnswers } from './http/answers/compression';
import { limitAllSockets } from './http/connections/socket-budget';
import { limitSockets, serverTimeouts } from './http/connections/connection-limits';
import { correlate, requestIds } from './http/logs/correlation';
import { versionPublicApi } from './http/answers/api-version';
import { JSON_LIMIT_BYTES } from './http/requests/body-kind';
import { closeWhileDraining } from './http/connections/draining';
import { rejectMalformedUrl } from './http/answers/failure.filter';
import { servePublicApiDocument } from './http/documents/public-api-document';
import { rejectOtherMethods } from './http/requests/known-paths';
import { recordHttpMetrics } from './http/logs/http-metrics';
import { traceRequests } from './http/logs/http-traces';
import { discardOversizedBodies, registerBodyParsers } from './http/requests/request-bodies';
import { rejectCrossSiteRequests } from './http/requests/request-checks';
import { parseQuery, rejectOversizedRequests } from './http/requests/request-limits';
import { abortSlowBodies } from './http/connections/slow-bodies';
import { setSecurityHeaders } from './pages/security-headers';
import { limitTransfers } from './http/connections/transfers';
import { serveSecurityTxt } from './pages/security-txt';
import { serveWebApps } from './pages/web-apps';
import { serveQueueBoard } from './admin/jobs/queue-board/queue-board';
import { answerUnparsableRequest } from './http/connections/unparsable-requests';
import { answerFromCache } from './creations/requests/cached-view-answers';
import { rejectApiKeysInUrls } from './access/identities/api-key-credentials';
import { RequestViewCache } from './creations/requests/request-view-cache';
import { LiveAdapter } from './live-updates/live.adapter';
import { SocketLimiter } from './live-updates/socket-limiter';
import { serveSharedPages } from './creations/share-links/shared-pages';
import { limitForgedWebhooks } from './webhooks/forged-webhooks';

/** Twice the largest cookie header that `rejectOversizedRequests` accepts. */
const MAX_HEADER_BYTES = 32 * 1_024;

export interface RunningGateway extends RunningService {
  /** Base URL, for example `http://127.0.0.1:8080`. */
  url: string;
}

/**
 * Starts the public port, which also serves sockets, and the health port.
 *
 * @throws ConfigurationError if the port is in use
 */
export async function startGateway(config: GatewayConfig): Promise<RunningGateway> {
  const { common } = config;
  const stopTracing = await startTracing('gateway', common);
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.forRoot(config), fastifyOf(config), {
    logger: createLogger('gateway', common),
    bodyParser: false,
    forceCloseConnections: false,
  });
  const drain = closeWhileDraining(app.getHttpAdapter().getInstance());
  const stop = async (): Promise<void> => {
    await app.close();
    await stopTracing();
  };
  const close = async (): Promise<void> => {
    app.get(HealthServer).setReady(false);
    drain.start();
    // Closing the port resets connections that wait to be accepted, so load balancers must have stopped opening them.
    await pause(config.shutdownDelayMs);
    await stop();
  };
  try {
    app.useWebSocketAdapter(new LiveAdapter(app, config.webUrl, app.get(SocketLimiter)));
    await prepare(app, config);
    await listen(app, config);
    assertHandlersComplete('gateway', app, []);
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { app, url: `http://${config.host}:${port}`, healthPort: await openHealth(app, common), close };
  } catch (error) {
    await stop();
    throw error;
  }
}

function fastifyOf(config: GatewayConfig): FastifyAdapter {
  const { http, ...timeouts } = serverTimeouts(config.connections);
  return new FastifyAdapter({
    ...requestIds,
    ...timeouts,
    bodyLimit: JSON_LIMIT_BYTES,
    routerOptions: { querystringParser: parseQuery },
    http: { ...http, maxHeaderSize: MAX_HEADER_BYTES },
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests that arrive while draining are handled as usual; Fastify's own 503 has no error envelope.
    return503OnClosing: false,
    frameworkErrors: rejectMalformedUrl,
    clientErrorHandler: answerUnparsableRequest,
  });
}

async function prepare(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  correlate(fastify);
  logAccess(fastify, config.accessLog);
  if (config.common.tracing) traceRequests(fastify);
  recordHttpMetrics(fastify);
  disableCaching(fastify);
  compressAnswers(fastify);
  limitAllSockets(fastify, config.connections.sockets);
  versionPublicApi(fastify);
  rejectOtherMethods(fastify);
  rejectOversizedRequests(fastify);
  rejectApiKeysInUrls(fastify);
  rejectCrossSiteRequests(fastify, config.webUrl);
  limitForgedWebhooks(fastify);
  abortSlowBodies(fastify, config.connections);
  limitTransfers(fastify, config.connections);
  registerBodyParsers(fastify);
  discardOversizedBodies(fastify);
  if (config.trustProxy === false) limitSockets(fastify.server, config.connections.socketsPerAddress);
  await app.register(cookie);
  await app.register(multipart);
  setSecurityHeaders(fastify, config);
  isolateFilesOrigin(fastify, config);
  answerFromCache(fastify, app.get(RequestViewCache));
  serveSecurityTxt(fastify, config);
  serveApiDocs(app);
  servePublicApiDocument(fastify, app);
  await serveQueueBoard(app, config);
  serveSharedPages(app, config);
  await serveWebApps(app, { web: config.webDist, admin: config.adminDist, origin: config.webUrl });
}

async function listen(app: NestFastifyApplication, { host, port }: GatewayConfig): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ConfigurationError([`PORT: ${port} on ${host} is already in use`]);
  }
}

/** API responses contain tokens and personal data, so they are `no-store` unless their route sets another policy. */
function disableCaching(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Compares the route, because the same address can be encoded in several ways.
    if (/^\/(?:api|runner)\//.test(request.routeOptions.url ?? '')) reply.header('cache-control', 'no-store');
    done();
  });
}
