import type { DataSource } from 'typeorm';
import { checkInvariants } from '../invariants/ledger-invariants';

/** Fails with the name of each violated invariant. */
export async function expectInvariantsHold(database: DataSource): Promise<void> {
  const violated = (await checkInvariants(database)).filter((check) => check.violations > 0);
  expect(violated).toEqual([]);
}
