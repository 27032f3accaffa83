import type { QueryRunner } from 'typeorm';

/** Creates the table of a service's invariant results in its own schema, with one row per invariant. */
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
    )
  `);
}
