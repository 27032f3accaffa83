import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators look accounts up by, and how many came and went each day. */
export class UserDirectory1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN last_job_at timestamptz;
      CREATE INDEX users_by_creation ON users (created_at, id);
      CREATE INDEX users_by_sign_in ON users ((coalesce(last_sign_in_at, '-infinity')), id);
      CREATE INDEX users_not_active ON users (status, created_at, id) WHERE status <> 'active';
      CREATE INDEX users_by_part_of_email ON users USING gin (email extensions.gin_trgm_ops);
      CREATE INDEX audit_log_of_subject ON audit_log (subject, id);

      -- Days of Asia/Kolkata.
      CREATE TABLE user_daily_totals (
        day date PRIMARY KEY,
        registered bigint NOT NULL DEFAULT 0,
        closed bigint NOT NULL DEFAULT 0,
        -- Who was seen last on that day: signed in, or had a job.
        last_seen bigint NOT NULL DEFAULT 0
      );

      CREATE FUNCTION count_user_in_daily_totals() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_daily_totals AS d (day, registered, closed)
        VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE 0 END,
          CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END)
        ON CONFLICT (day) DO UPDATE SET registered = d.registered + excluded.registered, closed = d.closed + excluded.closed;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_count_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION count_user_in_daily_totals();
      CREATE TRIGGER users_count_closed AFTER UPDATE OF status ON users FOR EACH ROW
        WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION count_user_in_daily_totals();

      -- Of an account that is not deleted.
      CREATE FUNCTION last_seen_on(u users) RETURNS date LANGUAGE sql STABLE AS $$
        SELECT (greatest(u.last_sign_in_at, u.last_job_at) AT TIME ZONE 'Asia/Kolkata')::date WHERE u.status <> 'closed'
      $$;
      -- Once a day for each who comes. The days are taken in their order, so that two never wait for each other.
      CREATE FUNCTION move_last_seen() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_daily_totals AS d (day, last_seen)
        SELECT day, change FROM (VALUES (last_seen_on(OLD), -1), (last_seen_on(NEW), 1)) AS moved (day, change)
         WHERE day IS NOT NULL ORDER BY day
        ON CONFLICT (day) DO UPDATE SET last_seen = d.last_seen + excluded.last_seen;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_seen AFTER UPDATE OF last_sign_in_at, last_job_at, status ON users FOR EACH ROW
        WHEN (last_seen_on(OLD) IS DISTINCT FROM last_seen_on(NEW)) EXECUTE FUNCTION move_last_seen();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_seen ON users;
      DROP TRIGGER users_count_new ON users;
      DROP TRIGGER users_count_closed ON users;
      DROP FUNCTION move_last_seen(), last_seen_on(users), count_user_in_daily_totals();
      DROP TABLE user_daily_totals;
      DROP INDEX audit_log_of_subject, users_by_part_of_email, users_not_active, users_by_sign_in, users_by_creation;
      ALTER TABLE users DROP COLUMN last_job_at;
    `);
  }
}
