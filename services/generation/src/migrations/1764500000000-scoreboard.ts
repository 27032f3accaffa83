import { createInvariantsTable } from '@luit/platform/invariants/invariants-table';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scoreboard1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createInvariantsTable(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE invariants`);
  }
}
