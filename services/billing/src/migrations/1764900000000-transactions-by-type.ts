import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By amount within each type, so that also those of one type are found in that order; of all, the first of each are merged. */
export class TransactionsByType1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX transactions_by_amount;
      CREATE INDEX transactions_of_type_by_amount ON transactions (type, amount, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX transactions_of_type_by_amount;
      CREATE INDEX transactions_by_amount ON transactions (amount, id);
    `);
  }
}
