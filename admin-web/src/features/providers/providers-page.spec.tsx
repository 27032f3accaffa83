import { PERMISSIONS, type OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ProvidersPage from './providers-page';

const healthy: ProviderOverview = {
  name: 'fal',
  state: 'closed',
  failures: 0,
  openedAt: null,
  closedForMs: 0,
  pausedMs: 0,
  reason: null,
  waiting: 0,
  busy: 3,
  lastFiveMinutes: { succeeded: 2, finished: 2 },
  lastHour: { succeeded: 40, finished: 44 },
  usualHour: null,
  slots: 20,
  submitsLeft: 60,
  submitsPerMinute: 600,
  pollsPerMinute: 3_000,
  runP50: 41,
  runP95: 95,
  models: ['seedance', 'zeroscope'],
  soleFor: ['zeroscope'],
  unserved: [],
  stopped: null,
  lastCheck: null,
  isCheckPending: false,
  settings: {
    ...{ kind: 'fal', dialect: null, baseUrl: 'https://queue.fal.run', isOwn: false, gpuCost: null },
    ...{ concurrency: 20, submitsPerMinute: 600, pollsPerMinute: 3_000, priority: 0 },
  },
  hasCredential: true,
  hasWebhookSecret: false,
};

const price = {
  id: 'p',
  provider: 'fal',
  model: 'seedance',
  resolution: '480p',
  unit: 'second',
  currency: 'USD',
  priceMicros: 180_000,
  validFrom: '2026-11-01',
  reason: 'Their price list',
  adminId: 'a',
  createdAt: '2026-11-01T09:30:00.000Z',
};
const costs = { prices: [{ ...price, id: 'q', priceMicros: 200_000, validFrom: '9999-01-01' }, price], rates: [] };

describe('the providers page', () => {
  let providers: ProviderOverview[];
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    fetch.mockReset();
    fetch.mockImplementation((path, init) => {
      if (String(path).endsWith('/provider-costs'))
        return Promise.resolve(Response.json({ success: true, data: costs }));
      return Promise.resolve(
        Response.json({ success: true, data: init?.method ? { provider: providers[0] } : { providers } }),
      );
    });
  });

  const open = async (role: OperatorRole, ...shown: Partial<ProviderOverview>[]) => {
    providers = shown.map((each) => ({ ...healthy, ...each }));
    renderSignedIn(<ProvidersPage />, fetch, { role });
    return screen.findByRole('region', { name: providers[0]!.name });
  };
  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) => (init?.method ? [[path, JSON.parse(String(init.body))]] : []));

  it('a provider that no worker can use says so', async () => {
    const region = await open('owner', {
      state: 'open',
      failures: 1,
      reason: 'provider_not_configured',
      closedForMs: 9_000,
    });
    expect(within(region).getByText('Unusable')).toBeVisible();
    expect(region).toHaveTextContent('workers cannot use it');
  });

  it('shows limits, results and times', async () => {
    const card = await open('operations', {});
    expect(card).toHaveTextContent('Healthy');
    expect(card).toHaveTextContent('3 of 20 slots');
    expect(card).toHaveTextContent('Last 5 minutes: 2 of 2. Last hour: 40 of 44.');
    expect(card).toHaveTextContent('41 s, 95% within 2 min (last 24 hours)');
    expect(card).toHaveTextContent('600 submissions a minute (60 available now), 3,000 polls a minute');
    expect(within(card).getByRole('meter')).toHaveAttribute('aria-valuenow', '3');
  });

  it('says that there are no run times yet while no job succeeded', async () => {
    const card = await open('operations', { runP50: null, runP95: null, lastHour: { succeeded: 0, finished: 7 } });
    expect(card).toHaveTextContent('No figures yet: no job succeeded in the last 24 hours');
    expect(card).toHaveTextContent('Last hour: 0 of 7.');
  });

  it('shows since when and why a circuit breaker is open, and when the next job probes it', async () => {
    const openedAt = new Date(Date.now() - 600_000).toISOString();
    const down = { state: 'open', openedAt, failures: 5, reason: 'http_503', closedForMs: 42_000, waiting: 7 } as const;
    const card = await open('operations', down);
    expect(card).toHaveTextContent('(10 min), after 5 failed submissions in a row: http_503.');
    expect(card).toHaveTextContent('The next job probes it in 42 s at the latest.');
    expect(within(card).getByRole('link', { name: '7 jobs' })).toHaveAttribute(
      'href',
      '/jobs?status=pending&provider=fal',
    );
  });

  it('drains a provider with a reason, after naming the models that no one else runs', async () => {
    const card = await open('operations', {});
    fireEvent.click(within(card).getByRole('button', { name: 'Drain: fal' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('No other provider that is on can run zeroscope.');
    const confirm = within(dialog).getByRole('button', { name: 'Drain' });
    expect(confirm).toBeDisabled();
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Their status page' } });
    fireEvent.click(confirm);
    await vi.waitFor(() =>
      expect(sent()).toEqual([['/api/admin/providers/fal/state', { state: 'draining', reason: 'Their status page' }]]),
    );
  });

  it('says why a provider is draining, and which jobs wait', async () => {
    const stopped = {
      state: 'draining' as const,
      since: '2026-11-21T09:30:00.000Z',
      reason: 'Their status page',
      adminId: 'a',
    };
    const card = await open('operations', { stopped, busy: 1, unserved: ['zeroscope'], soleFor: [] });
    expect(card).toHaveTextContent('21 Nov 2026, 15:00 IST: Their status page');
    expect(card).toHaveTextContent('It receives no new jobs. The job that it is running will finish.');
    expect(card).toHaveTextContent('No provider that is on runs zeroscope, so those jobs are waiting.');
    expect(within(card).getByRole('button', { name: 'Turn on: fal' })).toBeEnabled();
  });

  it('shows what each model costs today, or that no one knows', async () => {
    const card = await open('operations', {});
    expect(await within(card).findByText('seedance: 0.18 USD per second (480p)')).toBeVisible();
    expect(card).toHaveTextContent('zeroscope: cost unknown');
  });

  it('tests a connection, and says what answers or what is wrong', async () => {
    const card = await open('operations', {});
    fireEvent.click(within(card).getByRole('button', { name: 'Test connection: fal' }));
    await vi.waitFor(() => expect(sent()).toEqual([['/api/admin/providers/fal/check', {}]]));
  });

  it('shows no buttons to roles that may not change providers', async () => {
    expect(PERMISSIONS['providers.change'].roles).not.toContain('finance');
    const card = await open('finance', {});
    expect(within(card).queryAllByRole('button')).toEqual([]);
  });
});
