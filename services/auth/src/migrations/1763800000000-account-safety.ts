import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Known devices, tries to sign in, recovery sessions, billing profiles, and the operators' log. */
export class AccountSafety1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN signed_up_device uuid,
        ADD COLUMN signed_up_ip text,
        ADD COLUMN billing_profile jsonb;

      ALTER TABLE mails ADD COLUMN details jsonb NOT NULL DEFAULT '{}';

      ALTER TABLE sessions
        ADD COLUMN is_password_reset boolean NOT NULL DEFAULT false,
        ADD COLUMN device_id uuid,
        DROP CONSTRAINT sessions_end_reason_check,
        ADD CONSTRAINT sessions_end_reason_check
          CHECK (end_reason IN ('signed_out', 'token_reused', 'blocked', 'password_changed', 'account_closed'));
      CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

      -- An owner is a user or an operator.
      CREATE TABLE trusted_devices (
        owner_id uuid NOT NULL,
        device_id uuid NOT NULL,
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (owner_id, device_id)
      );

      CREATE TABLE sign_in_attempts (
        subject text PRIMARY KEY,
        failures int NOT NULL,
        last_at timestamptz NOT NULL,
        next_at timestamptz NOT NULL
      );
      CREATE INDEX sign_in_attempts_old ON sign_in_attempts (last_at);
    `);
    await runner.query(TAKE_ATTEMPT);
    await runner.query(AUDIT_LOG);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_log, sign_in_attempts, trusted_devices;
      DROP FUNCTION refuse_change(), take_sign_in_attempt(text);
      DELETE FROM sessions WHERE is_password_reset OR end_reason IN ('password_changed', 'account_closed');
      DROP INDEX sessions_ended;
      ALTER TABLE sessions
        DROP COLUMN is_password_reset,
        DROP COLUMN device_id,
        DROP CONSTRAINT sessions_end_reason_check,
        ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN ('signed_out', 'token_reused', 'blocked'));
      ALTER TABLE mails DROP COLUMN details;
      ALTER TABLE users DROP COLUMN signed_up_device, DROP COLUMN signed_up_ip, DROP COLUMN billing_profile;
    `);
  }
}

/**
 * Takes a try before a password is looked at, and answers 0, or the seconds to wait. Five tries are free; each further
 * one waits twice as long as the one before it, from one second to five minutes: 24 in the worst hour. An hour without
 * any starts anew. Of callers at the same moment one gets the try, and a refused one changes nothing.
 */
export const TAKE_ATTEMPT = `
  CREATE FUNCTION take_sign_in_attempt(p_subject text) RETURNS int LANGUAGE plpgsql AS $$
  DECLARE
    v_now timestamptz := clock_timestamp();
    v_next timestamptz;
    v_taken boolean;
  BEGIN
    SELECT next_at INTO v_next FROM sign_in_attempts WHERE subject = p_subject;
    IF v_next > v_now THEN
      RETURN ceil(extract(epoch FROM v_next - v_now));
    END IF;
    IF NOT FOUND THEN
      DELETE FROM sign_in_attempts WHERE subject IN (
        SELECT subject FROM sign_in_attempts WHERE last_at < v_now - interval '1 day' LIMIT 10 FOR UPDATE SKIP LOCKED);
    END IF;
    INSERT INTO sign_in_attempts AS t VALUES (p_subject, 1, v_now, v_now)
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.last_at < v_now - interval '1 hour' THEN 1 ELSE t.failures + 1 END,
      last_at = v_now,
      next_at = v_now + CASE
        WHEN t.last_at < v_now - interval '1 hour' OR t.failures < 4 THEN interval '0'
        ELSE least(interval '5 minutes', interval '1 second' * 2 ^ least(t.failures - 4, 10))
      END
    WHERE t.next_at <= v_now
    RETURNING true INTO v_taken;
    RETURN CASE WHEN v_taken THEN 0 ELSE 1 END;
  END $$`;

/**
 * The owner of a table may take its own triggers away, so this stops mistakes and injected statements, not whoever
 * holds the service's database password and means to; those leave the trace of a missing trigger.
 */
const AUDIT_LOG = `
  CREATE TABLE audit_log (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    admin_id uuid,
    admin_email text NOT NULL,
    action text NOT NULL,
    subject text,
    details jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$;
  CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows;
  REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM current_user`;
