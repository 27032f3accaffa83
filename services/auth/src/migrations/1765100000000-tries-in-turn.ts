import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TAKE_ATTEMPT } from './1763800000000-account-safety';

const orReplace = (sql: string): string => sql.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

/**
 * Whoever waits for another's try to be counted or given back looks at the clock once it is their turn: by an earlier look,
 * a time that the other wrote meanwhile lies ahead, and a right password would be refused as a guess too many.
 */
export class TriesInTurn1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      orReplace(TAKE_ATTEMPT).replace('WHERE t.next_at <= v_now', 'WHERE t.next_at <= clock_timestamp()'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(orReplace(TAKE_ATTEMPT));
  }
}
