import type { Consents } from '@luit/contracts/auth/consents';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider, type Services } from '../../../lib/services';
import { ConsentBanner } from '../../../shared/consents/consent-banner';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { ConsentsCard } from './consents-card';

type State = Consents['notices'][number];

const VERSION = '2026-11-27';

/** What a user agreed to, all of it up to date; marketing was never asked for. */
function someConsents(changes: Partial<Record<State['notice'], Partial<State>>> = {}): State[] {
  return (['terms', 'privacy', 'age', 'marketing'] as const).map((notice) => ({
    ...{ notice, version: VERSION, needed: false },
    latest: notice === 'marketing' ? null : aRecord(notice),
    ...changes[notice],
  }));
}

function aRecord(notice: State['notice'], changes: Partial<NonNullable<State['latest']>> = {}): State['latest'] {
  const record = { notice, version: VERSION, given: true, source: 'sign_up' as const };
  return { ...record, recorded_at: '2026-11-27T04:30:00Z', ...changes };
}

const outdated = { terms: { needed: true, latest: aRecord('terms', { version: '2025-01-01' }) } };

/** Renders the banner and the card of a user, whose server stores consents unless it fails. */
async function show(
  notices: State[],
  { isFailing = false, impersonation }: { isFailing?: boolean; impersonation?: Services['impersonation'] } = {},
) {
  queryClient.clear();
  let stored = notices;
  const server = fakeServer({
    'GET /api/auth/consents': () => jsonResponse({ notices: stored }),
    'PUT /api/auth/consents': ({ body }) => {
      if (isFailing) return errorResponse(503, 'unavailable', 'Try again');
      const { notice, given } = body as { notice: State['notice']; given: boolean };
      stored = stored.map((each) =>
        each.notice === notice ? { ...each, needed: false, latest: aRecord(notice, { given }) } : each,
      );
      return jsonResponse({ notices: stored });
    },
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session, impersonation }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ConsentBanner />
          <ConsentsCard />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  const marketing = await screen.findByRole('checkbox', { name: 'Send me news and offers' });
  return { marketing, changes: () => server.callsTo('/api/auth/consents').flatMap(({ body }) => body ?? []) };
}

const banner = () => screen.queryByRole('region', { name: 'New versions' });

describe('what a user agreed to', () => {
  it('the card says what was accepted in which version and when', async () => {
    const { marketing } = await show(someConsents());
    const card = within(screen.getByRole('region', { name: 'What you agreed to' }));
    expect(card.getAllByText(/^You agreed to version 1 on 27 Nov 2026, /)).toHaveLength(2);
    expect(card.getByText(/^You confirmed this on 27 Nov 2026, /)).toBeVisible();
    expect(card.getByText('You haven’t agreed to this.')).toBeVisible();
    expect(marketing).not.toBeChecked();
    expect(card.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    expect(banner()).toBeNull();
  });

  it('marketing is given and withdrawn in the card', async () => {
    const { marketing, changes } = await show(someConsents());
    await userEvent.click(marketing);
    await expect.poll(() => marketing).toBeChecked();
    await userEvent.click(marketing);
    expect(await screen.findByText(/^You withdrew this on /)).toBeVisible();
    expect(marketing).not.toBeChecked();
    const change = { notice: 'marketing', version: VERSION, source: 'account' };
    expect(changes()).toEqual([
      { ...change, given: true },
      { ...change, given: false },
    ]);
  });

  it('a new version asks again, and one click accepts it', async () => {
    const { changes } = await show(someConsents(outdated));
    expect(banner()).toHaveTextContent('Our Terms of Service have changed.');
    expect(within(banner()!).getByRole('link', { name: 'Read it' })).toHaveAttribute('href', '/terms');
    await userEvent.click(screen.getByRole('button', { name: 'I agree' }));
    await expect.poll(banner).toBeNull();
    expect(changes()).toEqual([{ notice: 'terms', version: VERSION, given: true, source: 'banner' }]);
  });

  it('a consent that could not be stored is not shown as given', async () => {
    const { marketing } = await show(someConsents(outdated), { isFailing: true });
    await userEvent.click(screen.getByRole('button', { name: 'I agree' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t save this. Please try again.');
    expect(banner()).toHaveTextContent('Our Terms of Service have changed.');
    await userEvent.click(marketing);
    await expect.poll(() => screen.getAllByRole('alert')).toHaveLength(2);
    expect(marketing).not.toBeChecked();
  });

  it('an operator who impersonates the user cannot agree for them', async () => {
    const { marketing } = await show(someConsents(outdated), { impersonation: { until: '2026-11-27T12:00:00Z' } });
    expect(banner()).toBeNull();
    expect(marketing).toBeDisabled();
  });
});
