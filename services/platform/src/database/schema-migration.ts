import type { StoringService } from '@luit/contracts/messages/message';
import type { MigrationInterface } from 'typeorm';

/**
 * One change of a service's schema. It runs in a transaction unless it sets `transaction` to false, which concurrent indexes and
 * backfills need; such a migration must be repeatable, because an interrupted one starts again.
 */
export interface SchemaMigration extends MigrationInterface {
  /** The oldest release, such as `0.1.0`, that works with the schema after this migration. */
  readonly worksWith: string;
  /** Rules of the linter that it may break, with the reason why that is safe. */
  readonly allows?: Readonly<Record<string, string>>;
}

/** The migrations of a service, oldest first. */
export interface SchemaMigrations {
  service: StoringService;
  migrations: (new () => SchemaMigration)[];
}
