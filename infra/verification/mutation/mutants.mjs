import { catalogMutants } from './catalog-mutants.mjs';
import { hardeningMutants } from './hardening-mutants.mjs';
import { hotPathMutants } from './hot-path-mutants.mjs';
import { moneyMutants } from './money-mutants.mjs';
import { simulationMutants } from './simulation-mutants.mjs';

/**
 * A bug, applied alone. `find` occurs exactly once in `file`, and a test of `specs` must fail; with `test`, one whose title
 * contains it.
 *
 * @typedef {{ name: string; file: string; find: string; replace: string; specs: string[]; test?: string }} Mutant
 */

/** @type {Mutant[]} */
export const mutants = [
  ...moneyMutants,
  ...catalogMutants,
  ...hotPathMutants.map((mutant) => ({ ...mutant, name: `hot-path: ${mutant.name}` })),
  ...simulationMutants,
  ...hardeningMutants,
];
