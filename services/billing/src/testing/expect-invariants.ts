import type { DataSource } from 'typeorm';
import { violatingRows } from '../invariants/invariant';
import { INVARIANTS } from '../invariants/invariants';
import { findWrongSums } from './ledger-sums';

/** The names of the invariants that a row violates. Reads all rows. */
export async function findViolated(database: Pick<DataSource, 'query'>): Promise<string[]> {
  const violated: string[] = [];
  for (const invariant of INVARIANTS) {
    const [row] = await database.query<{ exists: boolean }[]>(`SELECT EXISTS (${violatingRows(invariant)}) AS exists`);
    if (row?.exists) violated.push(invariant.name);
  }
  return violated;
}

/** Fails with the name of each violated invariant, and with the sums that these imply if they are wrong. */
export async function expectInvariantsHold(database: Pick<DataSource, 'query'>): Promise<void> {
  expect([...(await findViolated(database)), ...(await findWrongSums(database))]).toEqual([]);
}
