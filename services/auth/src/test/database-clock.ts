import { roleOf } from '@luit/platform/database/prepare-database';
import { Client } from 'pg';
import type { AuthTestApp } from './auth-test-app';

/** The search path finds this function before the one of Postgres. Defaults of columns keep the real time. */
const CLOCK = `
  CREATE SCHEMA test_clock;
  CREATE TABLE test_clock.current (at timestamptz NOT NULL);
  INSERT INTO test_clock.current VALUES (pg_catalog.now());
  CREATE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM test_clock.current';
  GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
  GRANT SELECT ON test_clock.current TO PUBLIC;`;

/** The time that the service's statements see. It stands still until a test advances it. */
export class DatabaseClock {
  private constructor(
    private readonly admin: Client,
    private at: Date,
  ) {}

  /** Restarts the service, so that its connections use the clock. */
  static async start(app: AuthTestApp): Promise<DatabaseClock> {
    const admin = new Client({ connectionString: app.database.adminUrl });
    await admin.connect();
    await admin.query(CLOCK);
    const path = 'auth, test_clock, pg_catalog';
    const database = admin.escapeIdentifier(admin.database ?? '');
    await admin.query(`ALTER ROLE ${roleOf('auth')} IN DATABASE ${database} SET search_path = ${path}`);
    const { rows } = await admin.query<{ at: Date }>(
      `UPDATE test_clock.current SET at = date_trunc('milliseconds', at) RETURNING at`,
    );
    await app.restart();
    return new DatabaseClock(admin, rows[0]!.at);
  }

  get now(): number {
    return this.at.getTime();
  }

  /** @param time milliseconds since 1970; the clock does not go back */
  async advanceTo(time: number): Promise<void> {
    if (time <= this.now) return;
    this.at = new Date(time);
    await this.admin.query('UPDATE test_clock.current SET at = $1', [this.at]);
  }

  close(): Promise<void> {
    return this.admin.end();
  }
}
