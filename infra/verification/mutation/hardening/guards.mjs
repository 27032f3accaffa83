export const billing = (path) => `services/billing/src/${path}`;
export const gateway = (path) => `services/gateway/src/${path}`;
export const auth = (path) => `services/auth/src/${path}`;
export const generation = (path) => `services/generation/src/${path}`;
export const platform = (path) => `services/platform/src/${path}`;

/** @typedef {{ name: string; file: string; find: string; replace: string; spec: string; test: string }} Guard */

/**
 * Mutants that remove or invert a guard. `test` is the title of the test that must fail; only that test runs.
 *
 * @param {string} word selects the group: `npm run verify -- mutation <word>`
 * @param {Guard[]} guards
 */
export const group = (word, guards) =>
  guards.map(({ spec, ...guard }) => ({ ...guard, name: `hardening ${word}: ${guard.name}`, specs: [spec] }));
