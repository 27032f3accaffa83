import type { DynamicModule, InjectionToken, Provider, Type } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { CallClient } from '../calls/call-client';
import { EventReconciler } from '../events/event-reconciler';
import { inboxControllerOf } from '../events/inbox';
import { OutboxLag } from '../events/outbox-lag';
import { OutboxNudge } from '../events/outbox-nudge';
import { OutboxPublisher } from '../events/outbox-publisher';
import { OutboxRelay } from '../events/outbox-relay';
import { Queues } from '../jobs/queues';
import { REDIS } from '../platform.module';
import { RedisGeneration } from '../redis/redis-generation';
import { Scheduler } from '../scheduling/scheduler';
import { type DatabaseSettings, dataSourceOptions } from './data-source-options';

/** What a service with a schema of its own adds to the platform module: its connections and the relay of its outbox. */
export interface ServiceDatabase {
  imports: DynamicModule[];
  controllers: Type[];
  providers: Provider[];
  dataSource: InjectionToken;
}

/** The platform module does not call this itself, so that processes without a database load neither TypeORM nor its driver. */
export function serviceDatabase(settings: DatabaseSettings): ServiceDatabase {
  const outboxNudge = new OutboxNudge();
  const options = { ...dataSourceOptions(settings, outboxNudge), retryAttempts: 30, retryDelay: 1_000 };
  return {
    imports: [TypeOrmModule.forRoot(options)],
    controllers: [inboxControllerOf(settings.service)],
    providers: [
      {
        provide: OutboxPublisher,
        inject: [REDIS, Queues],
        useFactory: (redis: Redis, queues: Queues) => new OutboxPublisher(settings.service, redis, queues),
      },
      {
        provide: OutboxRelay,
        inject: [OutboxPublisher, RedisGeneration],
        useFactory: (publisher: OutboxPublisher, generation: RedisGeneration) =>
          new OutboxRelay(settings, publisher, generation, outboxNudge),
      },
      {
        provide: EventReconciler,
        inject: [getDataSourceToken(), CallClient, Queues, OutboxPublisher, Scheduler],
        useFactory: (...dependencies: ConstructorParameters<typeof EventReconciler>) =>
          new EventReconciler(...dependencies),
      },
      {
        provide: OutboxLag,
        inject: [getDataSourceToken()],
        useFactory: (source: DataSource) => new OutboxLag(source),
      },
    ],
    dataSource: getDataSourceToken(),
  };
}
