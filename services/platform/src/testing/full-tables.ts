/**
 * The rows of a table of tests. `npm run verify -- slow` sets FULL_TABLES and runs all of them; `npm test` runs one of each kind, because the others
 * reach the same code.
 */
export const rowsOf = <Row>(all: readonly Row[], isOneOfItsKind: (row: Row, index: number) => boolean): Row[] =>
  all.filter((row, index) => process.env.FULL_TABLES !== undefined || isOneOfItsKind(row, index));
