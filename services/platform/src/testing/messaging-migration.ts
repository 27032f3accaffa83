import type { QueryRunner } from 'typeorm';
import { createMessagingTables } from '../events/messaging-tables';
import type { SchemaMigration } from '../database/schema-migration';

/** A migration that creates outbox and inbox, then runs the SQL that a test needs. */
export function messagingMigration(sql?: string): new () => SchemaMigration {
  return class implements SchemaMigration {
    name = 'Messaging1700000000000';
    worksWith = '0.1.0';

    async up(runner: QueryRunner): Promise<void> {
      await createMessagingTables(runner);
      if (sql) await runner.query(sql);
    }

    async down(): Promise<void> {}
  };
}
