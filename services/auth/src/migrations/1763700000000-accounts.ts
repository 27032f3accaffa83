import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, their sessions, links and mails, the operators, and the keys that sign tokens. */
export class Accounts1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        email text NOT NULL UNIQUE,
        email_as_typed text NOT NULL,
        password_hash text NOT NULL,
        name text NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'closing', 'closed')),
        email_confirmed_at timestamptz,
        consented_at timestamptz NOT NULL,
        last_sign_in_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE links (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('confirm', 'password_reset')),
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX links_of_user ON links (user_id, purpose) WHERE used_at IS NULL;

      CREATE TABLE mails (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        user_id uuid REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        "to" text NOT NULL,
        link_id uuid REFERENCES links ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz
      );
      CREATE INDEX mails_of_user ON mails (user_id, created_at);

      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        ip text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        end_reason text CHECK (end_reason IN ('signed_out', 'token_reused', 'blocked')),
        CHECK ((ended_at IS NULL) = (end_reason IS NULL))
      );
      CREATE INDEX sessions_open ON sessions (user_id) WHERE ended_at IS NULL;

      CREATE TABLE refresh_tokens (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
        parent_id uuid UNIQUE REFERENCES refresh_tokens ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz
      );
      -- A session has one active token: the one that was not exchanged yet.
      CREATE UNIQUE INDEX refresh_tokens_active ON refresh_tokens (session_id) WHERE used_at IS NULL;
      CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

      CREATE TABLE admins (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        email text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE admin_sessions (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
        ip text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );

      CREATE TABLE signing_keys (
        kid text PRIMARY KEY,
        audience text NOT NULL CHECK (audience IN ('luit-web', 'luit-admin', 'luit-claim')),
        public_key_pem text NOT NULL,
        sealed_private_key bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        retired_at timestamptz
      );
      -- One key signs for an audience at a time; retired ones still verify what they signed.
      CREATE UNIQUE INDEX signing_keys_current ON signing_keys (audience) WHERE retired_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE signing_keys, admin_sessions, admins, refresh_tokens, sessions, mails, links, users, outbox, inbox,
        relay_state;
      DROP FUNCTION notify_outbox();
    `);
  }
}
