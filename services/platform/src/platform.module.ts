import type { Service } from '@luit/contracts/message';
import { type DynamicModule, Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { CallClient } from './calls/call-client';
import type { CommonConfig } from './config';
import { type DatabaseSettings, dataSourceOptions } from './database/options';
import { Epoch } from './events/epoch';
import { OutboxGauge } from './events/outbox-gauge';
import { Relay } from './events/relay';
import { HealthServer } from './health/health-server';
import { Consumers } from './jobs/consumers';
import { Queues } from './jobs/queues';
import { Notices } from './notices';
import { closeRedis, connectRedis, RedisClock } from './redis';

/** The shared Redis connection for everything that does not block. */
export const REDIS = Symbol('redis');

@Injectable()
class Connections implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: RedisClock,
    private readonly calls: CallClient,
    private readonly queues: Queues,
    private readonly notices: Notices,
    private readonly health: HealthServer,
  ) {}

  /** After everything that uses them has stopped. */
  async onApplicationShutdown(): Promise<void> {
    this.clock.stop();
    await Promise.all([this.calls.close(), this.queues.close(), this.notices.close()]);
    await closeRedis(this.redis);
    await this.health.close();
  }
}

export interface PlatformOptions {
  service: Service;
  config: CommonConfig;
  /** Only for services that own a schema. */
  database?: DatabaseSettings;
  /** Jobs by name: how many a process handles at once, where that is a setting and not part of `@OnJob`. */
  jobConcurrency?: Record<string, number>;
}

/** The plumbing of one process: Redis, calls, queues, events, notices, health, and the database where it has one. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ service, config, database, jobConcurrency = {} }: PlatformOptions): DynamicModule {
    const provided = [REDIS, RedisClock, CallClient, Queues, Notices, Epoch, HealthServer, Consumers];
    return {
      module: PlatformModule,
      imports: [
        DiscoveryModule,
        ...(database
          ? [TypeOrmModule.forRoot({ ...dataSourceOptions(database), retryAttempts: 30, retryDelay: 1_000 })]
          : []),
      ],
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
        { provide: Queues, inject: [REDIS], useFactory: (redis: Redis) => new Queues(redis) },
        { provide: Epoch, inject: [REDIS], useFactory: (redis: Redis) => new Epoch(redis) },
        {
          provide: Notices,
          inject: [REDIS],
          useFactory: (redis: Redis) => new Notices(redis, config.redisUrl, config.instance),
        },
        {
          provide: HealthServer,
          inject: [REDIS, ...(database ? [getDataSourceToken()] : [])],
          useFactory: (redis: Redis, source?: DataSource) => {
            const health = new HealthServer();
            health.addCheck('redis', () => redis.ping());
            if (source) health.addCheck('postgres', () => source.query('SELECT 1'));
            return health;
          },
        },
        {
          provide: Consumers,
          inject: [DiscoveryService, MetadataScanner, Reflector, ...(database ? [getDataSourceToken()] : [])],
          useFactory: (
            discovery: DiscoveryService,
            scanner: MetadataScanner,
            reflector: Reflector,
            source?: DataSource,
          ) => new Consumers(service, config, jobConcurrency, discovery, scanner, reflector, source),
        },
        ...(database
          ? [
              {
                provide: Relay,
                inject: [Queues, Epoch],
                useFactory: (queues: Queues, epoch: Epoch) => new Relay(database, queues, epoch),
              },
              {
                provide: OutboxGauge,
                inject: [getDataSourceToken()],
                useFactory: (source: DataSource) => new OutboxGauge(source),
              },
            ]
          : []),
        Connections,
      ],
      exports: provided,
    };
  }
}
