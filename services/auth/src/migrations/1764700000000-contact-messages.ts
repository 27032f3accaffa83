import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people write to the operators on the contact page. */
export class ContactMessages1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contact_messages (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        subject text NOT NULL CHECK (subject IN ('general', 'technical', 'billing', 'feature', 'partnership', 'other')),
        message text NOT NULL,
        -- The sender's own key of what was sent, so that sending again after a lost answer keeps one.
        idempotency_key text UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        answered_at timestamptz,
        -- Address of the operator who marked it.
        answered_by text,
        CHECK ((answered_at IS NULL) = (answered_by IS NULL))
      );
      CREATE INDEX contact_messages_open ON contact_messages (id) WHERE answered_at IS NULL;
      CREATE INDEX contact_messages_of_writer ON contact_messages (lower(email));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE contact_messages');
  }
}
