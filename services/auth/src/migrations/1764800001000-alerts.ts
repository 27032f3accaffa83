import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is wrong now, and what was. */
export class Alerts1764800001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who tells of causes, and when it last did.
      CREATE TABLE alert_sources (
        source text PRIMARY KEY,
        reported_at timestamptz NOT NULL
      );
      CREATE TABLE alerts (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        source text NOT NULL,
        kind text NOT NULL,
        subject text NOT NULL,
        summary text NOT NULL,
        action text NOT NULL,
        severity text NOT NULL CHECK (severity IN ('critical', 'warning')),
        opened_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz
      );
      CREATE UNIQUE INDEX alerts_open ON alerts (source, kind, subject) WHERE closed_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts, alert_sources');
  }
}
