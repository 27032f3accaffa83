import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { describe, expect, it } from 'vitest';
import { stateOf, unhealthyText } from './provider-state';

const HEALTHY = {
  ...{ name: 'fal', state: 'closed', reason: null, pausedMs: 0, stopped: null },
  ...{ lastFiveMinutes: { succeeded: 2, finished: 2 } },
} as unknown as ProviderOverview;
const provider = (change: Partial<ProviderOverview>): ProviderOverview => ({ ...HEALTHY, ...change });
const DRAINING = { state: 'draining', since: '2026-11-21T09:30:00.000Z', reason: 'Their status page', adminId: 'a' };

describe('the state of a provider', () => {
  it.each([
    [{}, 'Healthy'],
    [{ state: 'open' }, 'Circuit open'],
    [{ state: 'half_open' }, 'Half open'],
    [{ pausedMs: 9_000 }, 'Rate limited'],
    [{ state: 'open', reason: 'provider_not_configured' }, 'Unusable'],
    [{ lastFiveMinutes: { succeeded: 1, finished: 30 } }, 'Jobs fail'],
    [{ state: 'open', stopped: DRAINING }, 'Draining'],
    [{ state: 'open', stopped: { ...DRAINING, state: 'off' } }, 'Off'],
  ] as [Partial<ProviderOverview>, string][])('%j is called %s', (change, label) => {
    expect(stateOf(provider(change)).label).toBe(label);
  });

  it('several providers are summarized in the words of their states', () => {
    expect(unhealthyText([provider({}), provider({})])).toBeNull();
    expect(unhealthyText([provider({}), provider({ state: 'half_open' })])).toBe('1 half open');
    expect(unhealthyText([provider({ state: 'open' }), provider({ state: 'open' })])).toBe('2 circuit open');
    expect(unhealthyText([provider({ state: 'open' }), provider({ pausedMs: 9_000 })])).toBe('2 not healthy');
  });
});
