import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { CallClient } from './calls/call-client';
import { DeadLetterReplays, type RecordOperatorAction } from './dead-letters/dead-letter-replays';
import { DeadLetters } from './dead-letters/dead-letters';
import { EventReconciler } from './events/event-reconciler';
import { Inbox } from './events/inbox';
import { OutboxLag } from './events/outbox-lag';
import { OutboxWakeUp } from './database/outbox-wake-up';
import { OutboxPublisher } from './events/outbox-publisher';
import { OutboxRelay } from './events/outbox-relay';
import { Queues } from './queues/queues';
import { HealthServer } from './health/health-server';
import { NewerSchemaError, openCheckedSource } from './migrations/schema-check';
import { REDIS, type ServiceDatabase } from './platform.module';
import { RedisGeneration } from './redis/redis-generation';
import { EXPIRED_MESSAGES } from './retention/expired-messages';
import type { ExpiredRows } from './retention/expired-rows';
import { RetentionCleaner } from './retention/retention-cleaner';
import { DuePoller } from './scheduling/due-poller';
import { Scheduler } from './scheduling/scheduler';
import { type DatabaseSettings, dataSourceOptions } from './database/data-source-options';
import { ReplicationLag } from './database/replication-lag';
import { postgresEndpoints } from './database/postgres-endpoints';

export interface ServiceDatabaseOptions {
  /** For the audit log, when an operator replays or discards a dead letter. */
  recordAction: RecordOperatorAction;
  /** Rows of the service's own tables to delete. */
  expiredRows: ExpiredRows[];
}

/** The platform module does not call this itself, so that processes without a database load neither TypeORM nor its driver. */
export function serviceDatabase(
  settings: DatabaseSettings,
  { recordAction, expiredRows }: ServiceDatabaseOptions,
): ServiceDatabase {
  const outboxWakeUp = new OutboxWakeUp();
  const options = {
    ...dataSourceOptions(settings, outboxWakeUp),
    retryAttempts: 30,
    retryDelay: 1_000,
    verboseRetryLog: true,
    toRetry: (error: unknown) => !(error instanceof NewerSchemaError),
  };
  return {
    imports: [
      TypeOrmModule.forRootAsync({
        useFactory: () => options,
        dataSourceFactory: (own = options) => openCheckedSource(own, settings),
      }),
    ],
    providers: [
      Inbox,
      {
        provide: DuePoller,
        inject: [getDataSourceToken(), Scheduler],
        useFactory: (source: DataSource, scheduler: Scheduler) => new DuePoller(source, scheduler),
      },
      {
        provide: OutboxPublisher,
        inject: [REDIS, Queues],
        useFactory: (redis: Redis, queues: Queues) => new OutboxPublisher(settings.service, redis, queues),
      },
      {
        provide: OutboxRelay,
        inject: [OutboxPublisher, RedisGeneration, DuePoller],
        useFactory: (publisher: OutboxPublisher, generation: RedisGeneration, poller: DuePoller) =>
          new OutboxRelay(settings, publisher, generation, outboxWakeUp, poller),
      },
      {
        provide: EventReconciler,
        inject: [getDataSourceToken(), CallClient, Queues, OutboxPublisher, Scheduler],
        useFactory: (
          source: DataSource,
          calls: CallClient,
          queues: Queues,
          publisher: OutboxPublisher,
          scheduler: Scheduler,
        ) => new EventReconciler(settings.service, source, calls, queues, publisher, scheduler),
      },
      {
        provide: DeadLetters,
        inject: [getDataSourceToken()],
        useFactory: (source: DataSource) => new DeadLetters(settings.service, source),
      },
      {
        provide: DeadLetterReplays,
        inject: [getDataSourceToken(), Queues, DuePoller],
        useFactory: (source: DataSource, queues: Queues, poller: DuePoller) =>
          new DeadLetterReplays(settings.service, source, queues, poller, recordAction),
      },
      {
        provide: RetentionCleaner,
        inject: [getDataSourceToken(), Scheduler],
        useFactory: (source: DataSource, scheduler: Scheduler) =>
          new RetentionCleaner(settings.service, source, scheduler, [...EXPIRED_MESSAGES, ...expiredRows]),
      },
      {
        provide: OutboxLag,
        inject: [getDataSourceToken()],
        useFactory: (source: DataSource) => new OutboxLag(source),
      },
      {
        provide: ReplicationLag,
        inject: [HealthServer, getDataSourceToken()],
        useFactory: (health: HealthServer, source: DataSource) =>
          new ReplicationLag(health, source, settings.replicaUrl),
      },
    ],
    dataSource: getDataSourceToken(),
    endpoints: postgresEndpoints(settings.url, settings.replicaUrl),
    exports: [DuePoller, DeadLetters],
  };
}
