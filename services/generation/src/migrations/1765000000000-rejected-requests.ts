import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rejected requests are found by their account and by their age, to be deleted. */
export class RejectedRequests1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX requests_rejected_of_user ON requests (user_id, id DESC)
        WHERE state = 'rejected' AND money_state = 'returned';
      CREATE INDEX requests_rejected_by_age ON requests (completed_at)
        WHERE state = 'rejected' AND money_state = 'returned';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX requests_rejected_of_user, requests_rejected_by_age;`);
  }
}
