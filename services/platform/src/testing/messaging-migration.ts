import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createMessagingTables } from '../events/messaging-tables';

/** A migration that creates outbox and inbox, then runs the SQL that a test needs. */
export function messagingMigration(sql?: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    name = 'Messaging1700000000000';

    async up(runner: QueryRunner): Promise<void> {
      await createMessagingTables(runner);
      if (sql) await runner.query(sql);
    }

    async down(): Promise<void> {}
  };
}
