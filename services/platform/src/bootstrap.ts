import type { Service } from '@luit/contracts/messages/message';
import { assertSchemas, requiredHandlers } from '@luit/contracts/messages/registry';
import { Catch, type INestApplicationContext, Logger, type Type, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestMicroservice } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import { CallServer } from './calls/call-server';
import { type CommonConfig, ConfigurationError } from './config';
import { HealthServer } from './health/health-server';
import { QueueConsumers } from './jobs/queue-consumers';
import { createPino, JsonLogger } from './logging';
import { closeRedis, connectRedis, RedisClock } from './redis/redis-connection';
import { startTracing } from './tracing/start-tracing';

type Root = Type | DynamicModule;

export interface RunningService {
  app: INestApplicationContext;
  healthPort: number;
  close(): Promise<void>;
}

/** Nest would hide every error that is none of its own; the call server tells ours from bugs by itself. */
@Catch()
class PassThroughExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Starts a service that is reached through calls: its root module, its call server, its health port.
 * Refuses to start when a call, event or job it owns has no handler.
 */
export async function startCallService(service: Service, root: Root, config: CommonConfig): Promise<RunningService> {
  const stopTracing = await startTracing(service, config);
  const clockConnection = connectRedis(config.redisUrl, `${config.instance}:clock`);
  const clock = new RedisClock(clockConnection);
  await clock.start();
  const server = new CallServer(service, config.redisUrl, config.instance, clock);
  const options = { strategy: server, logger: createLogger(service, config) };
  const app = (await NestFactory.createMicroservice(root, options)) as NestMicroservice;
  app.useGlobalFilters(new PassThroughExceptionFilter());
  const close = async (): Promise<void> => {
    app.get(HealthServer).setReady(false);
    await app.close();
    clock.stop();
    await closeRedis(clockConnection);
    await stopTracing();
  };
  // Handlers are bound by init, before the first call is taken. It runs the life-cycle hooks; binding would run them again.
  app.setIsInitHookCalled(true);
  await app.init();
  assertHandlersComplete(service, app, server.handledNames());
  await app.listen();
  return { app, healthPort: await openHealth(app, config), close };
}

/** Starts a process that serves no calls: the worker, and (with its own HTTP server) the gateway. */
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

/** @throws Error naming the messages of this service that have no handler, or any that has no schema */
export function assertHandlersComplete(service: Service, app: INestApplicationContext, calls: string[]): void {
  assertSchemas();
  const required = requiredHandlers(service);
  const { events, jobs } = app.get(QueueConsumers).discovered();
  const missing = [
    ...required.calls.filter((name) => !calls.includes(name)),
    ...required.events.filter((name) => !events.includes(name)),
    ...required.jobs.filter((name) => !jobs.includes(name)),
  ];
  if (missing.length > 0) throw new Error(`${service} has no handler for: ${missing.join(', ')}`);
}

/**
 * A process' `main`: starts, drains on SIGTERM or SIGINT within the limit, and ends at once on what nobody caught, so
 * that whoever supervises it starts a fresh one.
 */
export async function runMain(start: () => Promise<RunningService>, drainMs: () => number): Promise<void> {
  const log = new Logger('main');
  const crash = (error: unknown): void => {
    log.fatal({ msg: 'Ends because of an error nobody caught', err: error });
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  let running: RunningService;
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
    log.log({ msg: 'Finishes what it has in hand', signal });
    setTimeout(() => {
      log.warn({ msg: 'Did not finish in time' });
      process.exit(1);
    }, drainMs()).unref();
    running.close().then(() => process.exit(0), crash);
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
}
