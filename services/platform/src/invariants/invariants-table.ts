import type { QueryRunner } from 'typeorm';

/** The status table of a service's invariants, in its own schema: one row for each invariant. */
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
