import type { QueryRunner } from 'typeorm';

/** Creates the tables of a service's invariant results and of the passes over tables that grow, with one row per invariant. */
export async function createInvariantsTable(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE invariants (
      name text PRIMARY KEY,
      invariant text NOT NULL,
      violations bigint NOT NULL,
      repaired bigint NOT NULL,
      samples text[] NOT NULL,
      checked_at timestamptz NOT NULL,
      broken_since timestamptz
    );
    CREATE TABLE invariant_passes (
      name text PRIMARY KEY,
      -- Where the pass continues; null before it starts.
      last_key text,
      started_at timestamptz,
      -- End of the last complete pass.
      finished_at timestamptz,
      checked_at timestamptz NOT NULL,
      -- Keys that violated the invariant when they were last checked.
      violating text[] NOT NULL
    )
  `);
}
