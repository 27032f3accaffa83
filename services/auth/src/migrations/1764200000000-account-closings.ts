import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that are being deleted, or were. */
export class AccountClosings1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- closing → canceling_jobs → awaiting_holds → refunding → forfeiting_credits → deleting_files → anonymizing → closed
      CREATE TABLE account_deletions (
        user_id uuid PRIMARY KEY REFERENCES users,
        state text NOT NULL DEFAULT 'closing' CHECK (state IN ('closing', 'canceling_jobs', 'awaiting_holds', 'refunding',
          'forfeiting_credits', 'deleting_files', 'anonymizing', 'closed')),
        -- Null where its owner asked.
        admin_id uuid,
        wants_refund boolean NOT NULL,
        -- Looks that found the step undone since it began.
        attempts int NOT NULL DEFAULT 0,
        last_error text,
        next_attempt_at timestamptz DEFAULT now(),
        requested_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz,
        CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
        CHECK ((state = 'closed') = (next_attempt_at IS NULL))
      );
      CREATE INDEX account_deletions_due ON account_deletions (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_deletions');
  }
}
