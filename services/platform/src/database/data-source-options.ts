import type { StoringService } from '@luit/contracts/messages/message';
import type { PoolConfig } from 'pg';
import type { DataSourceOptions, MixedList, EntitySchema } from 'typeorm';
import type { SchemaMigrations } from './schema-migration';
import { postgresConnection } from '../addresses/certificate-authorities';
import type { OutboxWakeUp } from './outbox-wake-up';
import { OutboxClient } from './outbox-client';
import { BulkheadPool } from './bulkhead-pool';
import { PreparedStatementClient } from './prepared-statement-client';

type Classes = MixedList<(new () => unknown) | string | EntitySchema>;

export interface DatabaseSettings {
  service: StoringService;
  url: string;
  /** Address of a standby, which serves lists and reports of operators. */
  replicaUrl?: string;
  pool?: number;
  entities: (new () => unknown)[];
  migrations: SchemaMigrations['migrations'];
}

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than the server's timeout; it fires only if the server has disappeared. */
const QUERY_TIMEOUT_MS = 20_000;

/** Lets idle connections detect a lost host. The operating system's default is two hours. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Client settings of every connection of a service. Its search path and the timeouts of the server are settings of its role
 * (`roleSettings`), because PgBouncer in transaction mode does not forward startup options.
 */
export const CONNECTION_SETTINGS = {
  query_timeout: QUERY_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
};

/**
 * TypeORM options of a service. The search path of its role is its schema, so statements do not name it.
 *
 * @param outboxWakeUp for a process whose relay publishes the outbox rows that its own transactions write
 */
export function dataSourceOptions(settings: DatabaseSettings, outboxWakeUp?: OutboxWakeUp): DataSourceOptions {
  const { connectionString, ssl } = postgresConnection(settings.url);
  return {
    type: 'postgres',
    url: connectionString,
    ssl,
    schema: settings.service,
    entities: settings.entities as Classes & [],
    synchronize: false,
    applicationName: settings.service,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    driver: { Pool: BulkheadPool },
    extra: {
      // Pollers that sleep for longer than an idle connection is kept would open a new one each time.
      min: 1,
      max: settings.pool ?? 20,
      ...(outboxWakeUp ? { Client: OutboxClient, outboxWakeUp } : { Client: PreparedStatementClient }),
      ...CONNECTION_SETTINGS,
      ...(settings.replicaUrl ? { replica: replicaConfig(settings.replicaUrl) } : {}),
    },
  };
}

function replicaConfig(url: string): PoolConfig {
  return { ...postgresConnection(url), Client: PreparedStatementClient, min: 0 };
}
