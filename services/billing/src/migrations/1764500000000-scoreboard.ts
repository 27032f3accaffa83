import { createScoreboard } from '@luit/platform/invariants/tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scoreboard1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createScoreboard(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE invariants`);
  }
}
