import { type SlicedCheck, sliced } from '@luit/platform/invariants/sliced-check';
import type { Check, Query } from '@luit/platform/invariants/invariant-monitor';

/** A condition on one row. It refers to the row as `r`, and to other rows through indexes, so that it costs the same at any size. */
export interface Invariant extends Pick<SlicedCheck, 'table' | 'key' | 'keyType' | 'changed'> {
  /** The name in docs/architecture.md. */
  invariant: 'I1' | 'I2' | 'I4';
  name: string;
  /** SQL that is true for a row that violates the invariant. */
  violation: string;
}

/** Selects, in billing's schema, the key of every row that violates the invariant. Reads all rows. */
export function violatingRows({ table, key, violation }: Invariant): string {
  return `SELECT r.${key} AS key FROM ${table} r WHERE ${violation}`;
}

export function checkOf({ violation, ...invariant }: Invariant): Check {
  const { key, keyType } = invariant;
  return sliced({
    ...invariant,
    find: async (query: Query, keys: string[]) => {
      const isGiven = `r.${key} = ANY ($1::${keyType}[])`;
      const rows = await query<{ key: string }>(
        violatingRows({ ...invariant, violation: `${isGiven} AND (${violation})` }),
        [keys],
      );
      return rows.map((row) => row.key);
    },
  });
}
