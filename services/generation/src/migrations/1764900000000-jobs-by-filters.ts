import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an operator may filter by stands in each index behind the order, so that a job is told to be none of them without reading it. */
export class JobsByFilters1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX requests_ended_badly, requests_of_type, requests_of_provider;
      CREATE INDEX requests_ended_badly ON requests (state, id DESC, type, provider) WHERE state IN ('failed', 'canceled');
      CREATE INDEX requests_of_type ON requests (type, id DESC, provider, state)
        WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
      CREATE INDEX requests_of_provider ON requests (provider, id DESC, type, state)
        WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX requests_ended_badly, requests_of_type, requests_of_provider;
      CREATE INDEX requests_ended_badly ON requests (state, id DESC) WHERE state IN ('failed', 'canceled');
      CREATE INDEX requests_of_type ON requests (type, id DESC) WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
      CREATE INDEX requests_of_provider ON requests (provider, id DESC)
        WHERE state NOT IN ('awaiting_payment', 'accepting', 'rejected');
    `);
  }
}
