import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each operator's session was last used, for the idle timeout. */
export class OperatorIdleTimeout1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE admin_sessions ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE admin_sessions DROP COLUMN last_used_at');
  }
}
