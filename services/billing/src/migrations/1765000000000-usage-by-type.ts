import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Usage too: a gift to everybody puts as many rows before the newest of it. */
export class UsageByType1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX transactions_of_type;
      CREATE INDEX transactions_of_type ON transactions (type, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX transactions_of_type;
      CREATE INDEX transactions_of_type ON transactions (type, id) WHERE type <> 'usage';
    `);
  }
}
