import type { Service } from '@luit/contracts/messages/message';
import type { DataSourceOptions, MixedList, EntitySchema } from 'typeorm';
import { postgresConnection } from '../security/certificate-authorities';
import type { OutboxNudge } from '../events/outbox-nudge';
import { OutboxClient } from '../events/outbox-client';
import { PreparedStatementClient } from './prepared-statement-client';

type Classes = MixedList<(new () => unknown) | string | EntitySchema>;

export interface DatabaseSettings {
  service: Service;
  url: string;
  pool?: number;
  entities: (new () => unknown)[];
  migrations: (new () => unknown)[];
  /** Milliseconds that a statement waits for a lock; by default only the statement timeout applies. */
  lockTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the server's timeout; it fires only if the server has disappeared. */
const QUERY_TIMEOUT_MS = 20_000;
/** Limits how long a process that froze inside a transaction holds its locks. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** Lets idle connections detect a lost host. The operating system's default is two hours. */
const KEEP_ALIVE_MS = 10_000;

/** Session settings of every connection that works in a service's schema. @param lockTimeoutMs 0 for none */
export function sessionOptions(service: Service, lockTimeoutMs = 0) {
  const settings = {
    search_path: service,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: lockTimeoutMs,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    options: options.join(' '),
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/**
 * TypeORM options of a service. The search path is its schema, so statements do not name it.
 *
 * @param outboxNudge for a process whose relay publishes the outbox rows that its own transactions write
 */
export function dataSourceOptions(settings: DatabaseSettings, outboxNudge?: OutboxNudge): DataSourceOptions {
  const { connectionString, ssl } = postgresConnection(settings.url);
  return {
    type: 'postgres',
    url: connectionString,
    ssl,
    schema: settings.service,
    entities: settings.entities as Classes & [],
    migrations: settings.migrations as Classes & [],
    migrationsTransactionMode: 'each',
    synchronize: false,
    applicationName: settings.service,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      max: settings.pool ?? 20,
      ...(outboxNudge ? { Client: OutboxClient, outboxNudge } : { Client: PreparedStatementClient }),
      ...sessionOptions(settings.service, settings.lockTimeoutMs),
    },
  };
}
