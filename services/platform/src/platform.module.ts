import type { Service } from '@luit/contracts/messages/message';
import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  type InjectionToken,
  Module,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { CallClient } from './calls/call-client';
import type { CommonConfig } from './config';
import { RedisGeneration } from './redis/redis-generation';
import { HealthServer } from './health/health-server';
import { DeadLetters, type DeadLetterSink } from './dead-letters/dead-letters';
import { ReportedDeadLetters } from './dead-letters/reported-dead-letters';
import { assertAcceptsWrites } from './errors/refused-writes';
import { QueueConsumers } from './jobs/queue-consumers';
import { RedisWriteProbe } from './health/redis-write-probe';
import { measureStores } from './health/store-gauges';
import { measureCertificates } from './health/certificate-gauges';
import { Queues } from './queues/queues';
import { Broadcasts } from './broadcasts/broadcasts';
import { Scheduler } from './scheduling/scheduler';
import { redisEndpoints, type TlsEndpoint, webEndpoints } from './addresses/tls-endpoints';
import { MarkedMethods } from './marked-methods';
import { Presence } from './presence/presence';
import { PushPublisher } from './pushes/push-publisher';
import { PushSubscriber } from './pushes/push-subscriber';
import { RedisSubscriber } from './redis/redis-subscriber';
import { RedisClock } from './redis/redis-clock';
import { closeRedis, connectRedis } from './redis/redis-connection';

/** The shared Redis connection for everything that does not block. */
export const REDIS = Symbol('redis');

@Injectable()
class Connections implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: RedisClock,
    private readonly calls: CallClient,
    private readonly queues: Queues,
    private readonly subscriber: RedisSubscriber,
    private readonly health: HealthServer,
  ) {}

  /** Nest calls this last, after everything that uses the connections has stopped. */
  async onApplicationShutdown(): Promise<void> {
    this.clock.stop();
    await Promise.all([this.calls.close(), this.queues.close(), this.subscriber.close()]);
    await closeRedis(this.redis);
    await this.health.close();
  }
}

/** What a service that has a schema adds to the platform module: its database connections and the relay of its outbox. */
export interface ServiceDatabase {
  imports: DynamicModule[];
  providers: Provider[];
  dataSource: InjectionToken;
  /** Its servers, if they use TLS. */
  endpoints: TlsEndpoint[];
  exports: Type[];
}

export interface PlatformOptions {
  service: Service;
  config: CommonConfig;
  /** Set for services that own a schema (`serviceDatabase`). */
  database?: ServiceDatabase;
  /** Concurrent jobs of one process by job name, for jobs that get their concurrency from a setting instead of from `@OnJob`. */
  jobConcurrency?: Record<string, number>;
  /** URLs of web servers whose certificates are measured, in addition to the certificates of the stores. */
  webUrls?: string[];
}

/** @throws Error if Postgres is unreachable, read-only or full */
async function assertWritable(source: DataSource): Promise<void> {
  const [{ isReadOnly }] = (await source.query(
    `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
  )) as [{ isReadOnly: boolean }];
  if (isReadOnly) throw new Error('Writes are refused: read_only');
  assertAcceptsWrites('postgres');
}

/** The infrastructure of one process: Redis, calls, queues, events, broadcasts, health and, if configured, the database. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ service, config, database, jobConcurrency = {}, webUrls = [] }: PlatformOptions): DynamicModule {
    const dataSource = database ? [database.dataSource] : [];
    const provided = [
      PushPublisher,
      PushSubscriber,
      REDIS,
      RedisClock,
      CallClient,
      Queues,
      Broadcasts,
      RedisGeneration,
      HealthServer,
      QueueConsumers,
      Scheduler,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, ...(database?.imports ?? [])],
      providers: [
        { provide: REDIS, useFactory: () => connectRedis(config.redisUrl, `${config.instance}:main`) },
        {
          provide: RedisClock,
          inject: [REDIS],
          useFactory: async (redis: Redis) => {
            const clock = new RedisClock(redis);
            await clock.start();
            return clock;
          },
        },
        {
          provide: CallClient,
          inject: [RedisClock],
          useFactory: async (clock: RedisClock) => {
            const client = new CallClient(config.redisUrl, service, config.instance, clock);
            await client.connect();
            return client;
          },
        },
        { provide: Scheduler, useFactory: () => new Scheduler() },
        { provide: Queues, inject: [REDIS], useFactory: (redis: Redis) => new Queues(redis) },
        { provide: RedisGeneration, inject: [REDIS], useFactory: (redis: Redis) => new RedisGeneration(redis) },
        {
          provide: Broadcasts,
          inject: [REDIS, RedisSubscriber],
          useFactory: (redis: Redis, subscriber: RedisSubscriber) => new Broadcasts(redis, subscriber),
        },
        {
          provide: RedisSubscriber,
          useFactory: () => new RedisSubscriber(config.redisUrl, `${config.instance}:subscriber`),
        },
        MarkedMethods,
        {
          provide: ReportedDeadLetters,
          inject: [CallClient],
          useFactory: (calls: CallClient) => new ReportedDeadLetters(calls),
        },
        { provide: PushPublisher, inject: [REDIS], useFactory: (redis: Redis) => new PushPublisher(service, redis) },
        {
          provide: PushSubscriber,
          inject: [RedisSubscriber, MarkedMethods],
          useFactory: (subscriber: RedisSubscriber, marked: MarkedMethods) => new PushSubscriber(subscriber, marked),
        },
        {
          provide: HealthServer,
          inject: [REDIS, ...dataSource],
          useFactory: (redis: Redis, source?: DataSource) => {
            const health = new HealthServer();
            const probe = new RedisWriteProbe(redis, service, !source);
            health.addCheck('redis', async () => {
              await probe.check();
              // A gateway still serves pages and cached data, so it stays behind its load balancer.
              if (source) assertAcceptsWrites('redis');
            });
            if (source) health.addCheck('postgres', () => assertWritable(source));
            measureStores(health, redis, source);
            measureCertificates(health, [
              ...redisEndpoints(config.redisUrl),
              ...(database?.endpoints ?? []),
              ...webUrls.flatMap(webEndpoints),
            ]);
            return health;
          },
        },
        {
          provide: QueueConsumers,
          inject: [MarkedMethods, database ? DeadLetters : ReportedDeadLetters, ...dataSource],
          useFactory: (marked: MarkedMethods, deadLetters: DeadLetterSink, source?: DataSource) =>
            new QueueConsumers(service, config, jobConcurrency, marked, source, deadLetters),
        },
        {
          provide: Presence,
          inject: [REDIS, RedisClock, Scheduler],
          useFactory: (redis: Redis, clock: RedisClock, scheduler: Scheduler) =>
            new Presence(redis, clock, scheduler, service, config.instance),
        },
        ...(database?.providers ?? []),
        Connections,
      ],
      exports: [...provided, ...(database?.exports ?? [])],
    };
  }
}
