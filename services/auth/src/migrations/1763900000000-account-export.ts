import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to the copy of an account. */
export class AccountExport1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE links
        DROP CONSTRAINT links_purpose_check,
        ADD CONSTRAINT links_purpose_check CHECK (purpose IN ('confirm', 'password_reset', 'export'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM links WHERE purpose = 'export';
      ALTER TABLE links
        DROP CONSTRAINT links_purpose_check,
        ADD CONSTRAINT links_purpose_check CHECK (purpose IN ('confirm', 'password_reset'))`);
  }
}
