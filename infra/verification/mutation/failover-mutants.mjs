// Bugs of the choice of a provider.
const providers = (path) => `services/generation/src/providers/${path}`;
const takeovers = 'services/generation/src/provider-costs/takeovers.ts';
const failover = providers('failover.spec.ts');
const checks = providers('provider-checks.spec.ts');

/** @type {import('./mutants.mjs').Mutant[]} */
export const failoverMutants = [
  {
    name: 'failover ignores entered prices',
    file: takeovers,
    find: 'comparison ? comparison(other.provider, preferred.provider) : costsNoMore(other, preferred)',
    replace: 'costsNoMore(other, preferred)',
    specs: [failover],
  },
  {
    name: 'failover compares the price of one resolution',
    file: takeovers,
    find: 'every((cost, i)',
    replace: 'some((cost, i)',
    specs: [failover],
  },
  {
    name: 'failover compares prices of which some are unknown',
    file: takeovers,
    find: ' || known.length < variants.length',
    replace: '',
    specs: [failover],
  },
  {
    name: 'failover probes a provider for which workers have no key',
    file: providers('provider-health.service.ts'),
    find: 'open_until = CASE WHEN NOT $5 THEN',
    replace: 'open_until = CASE WHEN $5 IS NULL THEN',
    specs: [checks],
  },
  {
    name: 'failover avoids a provider for which one worker has no key',
    file: providers('provider-health.service.ts'),
    find: `AND ($5 OR reason = '\${NO_KEY}' OR NOT \${CHECKED_WITH_KEY})`,
    replace: '',
    specs: [checks],
  },
  {
    name: 'failover avoids a provider as soon as two jobs were put back for its key',
    file: providers('provider-health.service.ts'),
    find: 'const KEYLESS_MS = 10_000;',
    replace: 'const KEYLESS_MS = -1_000;',
    specs: [checks],
  },
  {
    name: 'failover changes with a price that nobody accepted',
    file: 'services/generation/src/provider-costs/provider-costs.service.ts',
    find: 'changes.length > 0 && !entry.acceptsFailover',
    replace: 'false',
    specs: [failover],
  },
];
