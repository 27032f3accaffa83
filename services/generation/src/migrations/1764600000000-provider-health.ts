import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderHealth1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What submissions learnt of each provider; a provider without a row is well.
      CREATE TABLE provider_health (
        provider text PRIMARY KEY,
        failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
        -- How often it was cut off since it last took a job.
        trips int NOT NULL DEFAULT 0 CHECK (trips >= 0),
        -- Cut off until then; after it one job at a time finds out whether it is well again.
        open_until timestamptz,
        probe_until timestamptz,
        -- It asked not to be asked before this.
        paused_until timestamptz,
        reason text,
        changed_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE provider_health`);
  }
}
