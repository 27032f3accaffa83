import type { CallContract, JobContract, Service } from '@luit/contracts/messages/message';
import { assertSchemas, requiredHandlers } from '@luit/contracts/registry/registry';
import { type INestApplicationContext, Logger, type Type, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CallHandlers } from './calls/call-handlers';
import { CallServer } from './calls/call-server';
import { HANDLES_CALL } from './calls/on-call';
import { type CommonConfig, ConfigurationError } from './config';
import { HealthServer } from './health/health-server';
import { RECONCILES_JOBS } from './jobs/reconciles-jobs';
import { MarkedMethods } from './marked-methods';
import { QueueConsumers } from './jobs/queue-consumers';
import { PushSubscriber } from './pushes/push-subscriber';
import { createPino, JsonLogger } from './logs/json-logger';
import { RedisClock } from './redis/redis-clock';
import { closeRedis, connectRedis } from './redis/redis-connection';
import { startTracing } from './tracing/start-tracing';

type Root = Type | DynamicModule;

export interface RunningService {
  app: INestApplicationContext;
  healthPort: number;
  close(): Promise<void>;
}

/**
 * Starts a service that serves calls: its root module, call server and health port.
 *
 * @throws Error if a call, event or job that the service owns has no handler
 */
export async function startCallService(service: Service, root: Root, config: CommonConfig): Promise<RunningService> {
  const stopTracing = await startTracing(service, config);
  const clockConnection = connectRedis(config.redisUrl, `${config.instance}:clock`);
  const clock = new RedisClock(clockConnection);
  await clock.start();
  const app = await NestFactory.createApplicationContext(root, { logger: createLogger(service, config) });
  const handlers = callHandlers(service, app);
  assertHandlersComplete(service, app, handlers.names());
  const server = new CallServer(service, handlers, config.redisUrl, config.instance, clock);
  server.start();
  const close = async (): Promise<void> => {
    app.get(HealthServer).setReady(false);
    await server.close();
    await app.close();
    clock.stop();
    await closeRedis(clockConnection);
    await stopTracing();
  };
  return { app, healthPort: await openHealth(app, config), close };
}

/** @throws Error if two methods handle the same call */
export function callHandlers(service: Service, app: INestApplicationContext): CallHandlers {
  return new CallHandlers(service, app.get(MarkedMethods).find<CallContract<unknown, unknown>[]>(HANDLES_CALL));
}

/** Starts a process that serves no calls, such as the worker. */
export async function startProcess(service: Service, root: Root, config: CommonConfig): Promise<RunningService> {
  const stopTracing = await startTracing(service, config);
  const app = await NestFactory.createApplicationContext(root, { logger: createLogger(service, config) });
  assertHandlersComplete(service, app, []);
  const close = async (): Promise<void> => {
    app.get(HealthServer).setReady(false);
    await app.close();
    await stopTracing();
  };
  return { app, healthPort: await openHealth(app, config), close };
}

export function createLogger(service: Service, config: CommonConfig): JsonLogger {
  return new JsonLogger(createPino({ service, instance: config.instance, level: config.logLevel }));
}

export async function openHealth(app: INestApplicationContext, config: CommonConfig): Promise<number> {
  const health = app.get(HealthServer);
  const port = await health.listen(config.healthHost, config.healthPort);
  health.setReady(true);
  return port;
}

/** @throws Error naming the service's messages that have no handler, its jobs that nothing reconciles, or any message without a schema */
export function assertHandlersComplete(service: Service, app: INestApplicationContext, calls: string[]): void {
  assertSchemas();
  const required = requiredHandlers(service);
  const { events, jobs } = app.get(QueueConsumers).discovered();
  const pushes = app.get(PushSubscriber).discovered();
  const reconciled = app
    .get(MarkedMethods)
    .find<JobContract[]>(RECONCILES_JOBS)
    .flatMap(({ mark }) => mark.map(({ name }) => name));
  const unreconciled = required.reconciledJobs.filter((name) => !reconciled.includes(name));
  if (unreconciled.length > 0) throw new Error(`${service} does not reconcile the jobs: ${unreconciled.join(', ')}`);
  const missing = [
    ...required.calls.filter((name) => !calls.includes(name)),
    ...required.events.filter((name) => !events.includes(name)),
    ...required.pushes.filter((name) => !pushes.includes(name)),
    ...required.jobs.filter((name) => !jobs.includes(name)),
  ];
  if (missing.length > 0) throw new Error(`${service} has no handler for: ${missing.join(', ')}`);
}

/**
 * The `main` of a process. It drains on SIGTERM or SIGINT, and exits with 1 on an uncaught error so that its supervisor
 * restarts it. An invalid configuration exits with 78 (EX_CONFIG).
 *
 * @param drainMs milliseconds after which a process that is still draining exits with 1
 */
export async function runMain(
  start: () => Promise<Pick<RunningService, 'close'>>,
  drainMs: () => number,
): Promise<void> {
  const log = new Logger('main');
  const crash = (error: unknown): void => {
    log.fatal({ msg: 'Uncaught error; exiting', err: error });
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  let running: Pick<RunningService, 'close'>;
  try {
    running = await start();
  } catch (error) {
    if (error instanceof ConfigurationError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(78);
    }
    return crash(error);
  }
  let isEnding = false;
  const end = (signal: string): void => {
    if (isEnding) return;
    isEnding = true;
    log.log({ msg: 'Draining', signal });
    setTimeout(() => {
      log.warn({ msg: 'Drain timed out; exiting' });
      process.exit(1);
    }, drainMs()).unref();
    running.close().then(() => process.exit(0), crash);
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
}
