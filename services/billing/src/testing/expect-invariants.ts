import type { DataSource } from 'typeorm';
import { checkInvariants } from '../invariants/ledger-invariants';

/** Fails naming each invariant that is broken. */
export async function expectInvariantsHold(database: DataSource): Promise<void> {
  const broken = (await checkInvariants(database)).filter((check) => check.violations > 0);
  expect(broken).toEqual([]);
}
