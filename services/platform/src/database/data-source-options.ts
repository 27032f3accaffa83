import type { Service } from '@luit/contracts/messages/message';
import type { DataSourceOptions, MixedList, EntitySchema } from 'typeorm';
import { postgresConnection } from '../security/certificate-authorities';
import { PreparedStatementClient } from './prepared-statement-client';

type Classes = MixedList<(new () => unknown) | string | EntitySchema>;

export interface DatabaseSettings {
  service: Service;
  url: string;
  pool?: number;
  entities: (new () => unknown)[];
  migrations: (new () => unknown)[];
  /** How long a statement waits for a lock; without it, as long as the statement may take. */
  lockTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** The server's patience ends first; this one is for a server that is no longer there. */
const QUERY_TIMEOUT_MS = 20_000;
/** A process that froze inside a transaction holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** Idle connections learn of a lost host by it; the system's own first probe comes after two hours. */
const KEEP_ALIVE_MS = 10_000;

/** For every connection that works in a service's schema. */
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

/** One schema per service, found through the search path, so that statements name no schema. */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
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
      Client: PreparedStatementClient,
      ...sessionOptions(settings.service, settings.lockTimeoutMs),
    },
  };
}
