import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators look accounts up by, and how many came and went each day. */
export class UserDirectory1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN last_job_at timestamptz;
      CREATE INDEX users_by_creation ON users (created_at, id);
      CREATE INDEX users_by_sign_in ON users ((coalesce(last_sign_in_at, '-infinity')), id);
      CREATE INDEX users_by_activity ON users ((greatest(last_sign_in_at, last_job_at)));
      CREATE INDEX audit_log_of_subject ON audit_log (subject, id);

      -- Days of Asia/Kolkata.
      CREATE TABLE user_days (
        day date PRIMARY KEY,
        registered bigint NOT NULL DEFAULT 0,
        closed bigint NOT NULL DEFAULT 0
      );

      CREATE FUNCTION count_user() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_days AS d (day, registered, closed)
        VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE 0 END,
          CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END)
        ON CONFLICT (day) DO UPDATE SET registered = d.registered + excluded.registered, closed = d.closed + excluded.closed;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_count_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION count_user();
      CREATE TRIGGER users_count_closed AFTER UPDATE OF status ON users FOR EACH ROW
        WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION count_user();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_count_new ON users;
      DROP TRIGGER users_count_closed ON users;
      DROP FUNCTION count_user();
      DROP TABLE user_days;
      DROP INDEX audit_log_of_subject, users_by_activity, users_by_sign_in, users_by_creation;
      ALTER TABLE users DROP COLUMN last_job_at;
    `);
  }
}
