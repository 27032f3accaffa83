import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ApiKeysPage from './api-keys-page';

const KEY: ApiKeyView = {
  id: 'k-1',
  name: 'Agent',
  mode: 'live',
  prefix: 'luit_live_',
  last4: 'x1Y2',
  scopes: ['videos:write', 'webhooks:write'],
  models: null,
  networks: ['203.0.113.0/24'],
  expiresAt: '2099-03-04T05:06:07.000Z',
  lastUsedAt: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-11-26T04:00:00.000Z',
  budget: { monthlyCredits: 36, totalCredits: null, usedThisMonth: 9, used: 40, resetsAt: '2026-11-30T18:30:00.000Z' },
};

async function show(routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <ApiKeysPage />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const listed = (...keys: ApiKeyView[]) => ({ 'GET /api/keys': () => jsonResponse({ keys, testCreditsPerDay: 1_000 }) });

it('a key is listed with its restrictions and with what it has spent', async () => {
  await show(listed(KEY, { ...KEY, id: 'k-2', name: 'Broken', budget: null }));
  const [first, second] = (await screen.findAllByRole('heading', { level: 2 })).map((heading) =>
    heading.closest('li')!,
  );
  expect(first).toHaveTextContent('luit_live_…x1Y2');
  expect(first).toHaveTextContent('Only from 203.0.113.0/24');
  expect(within(first!).getByRole('progressbar', { name: '9 of 36 credits used this month' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(second).toHaveTextContent('its budget was never saved');
});

it('a change keeps what the form does not offer: other scopes, and an end in the middle of a day', async () => {
  const server = await show({ ...listed(KEY), 'PATCH /api/keys/k-1': () => jsonResponse(KEY) });
  await press('Change Agent');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText('Budget per month, in credits'));
  await userEvent.type(dialog.getByLabelText('Budget in total, in credits'), '500');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(server.callsTo('/api/keys/k-1')[0]?.body).toEqual({
    name: 'Agent',
    scopes: ['videos:write', 'webhooks:write'],
    networks: ['203.0.113.0/24'],
    expiresAt: KEY.expiresAt,
    monthlyCredits: null,
    totalCredits: 500,
  });
});

it('input that cannot be right is not sent, and a refusal is shown in the dialog', async () => {
  const refusal = 'A network must be written as 203.0.113.0/24 or 2001:db8::/32';
  const server = await show({
    ...listed(),
    'POST /api/keys': () => errorResponse(400, 'validation_failed', refusal),
  });
  await press('Create a key');
  const dialog = within(await screen.findByRole('dialog'));
  const create = () => userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  await userEvent.type(dialog.getByLabelText('Budget per month, in credits'), '1.5');
  await userEvent.type(dialog.getByLabelText('Last day'), '2020-01-01');
  for (const box of dialog.getAllByRole('checkbox', { checked: true })) await userEvent.click(box);
  await create();
  for (const text of ['Please enter a name.', 'Choose at least one.', 'Choose today or a later day.'])
    expect(dialog.getByText(text)).toBeInTheDocument();
  expect(dialog.getByText('Enter a whole number of credits, 0 or more.')).toBeInTheDocument();
  expect(server.callsTo('/api/keys').map(({ method }) => method)).toEqual(['GET']);

  await userEvent.type(dialog.getByLabelText('Name'), 'Agent');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'See the balance' }));
  await userEvent.clear(dialog.getByLabelText('Budget per month, in credits'));
  await userEvent.clear(dialog.getByLabelText('Last day'));
  await userEvent.type(dialog.getByLabelText('Allowed networks'), 'home, 203.0.113.7');
  await create();
  expect(await dialog.findByText(refusal)).toBeInTheDocument();
  expect(server.callsTo('/api/keys')[1]?.body).toEqual({
    ...{ mode: 'live', name: 'Agent', scopes: ['billing:read'], networks: ['home', '203.0.113.7'] },
    ...{ monthlyCredits: null, totalCredits: null },
  });
});

it('a test key is created, and has a badge in the list', async () => {
  const testKey: ApiKeyView = { ...KEY, id: 'k-3', name: 'Trial', mode: 'test', prefix: 'luit_test_' };
  const server = await show({
    ...listed(KEY, testKey),
    'POST /api/keys': () => jsonResponse({ ...testKey, key: 'luit_test_secret' }, { status: 201 }),
  });
  const [live, test] = await screen.findAllByRole('heading', { level: 2 });
  expect([live?.textContent?.trim(), test?.textContent]).toEqual(['Agent', 'Trial Test']);
  await press('Create a key');
  const dialog = within(await screen.findByRole('dialog'));
  const purpose = within(dialog.getByRole('group', { name: 'What it is for' }));
  expect(purpose.getByRole('radio', { name: 'Live' })).toBeChecked();
  expect(purpose.getByText(/with 1,000 credits a day at no cost/)).toBeInTheDocument();
  await userEvent.click(purpose.getByRole('radio', { name: 'Test' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Trial');
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByDisplayValue('luit_test_secret')).toBeInTheDocument();
  expect(server.callsTo('/api/keys').find(({ method }) => method === 'POST')?.body).toMatchObject({ mode: 'test' });
});

it('keys that could not be loaded are not said to be none', async () => {
  await show({ 'GET /api/keys': () => errorResponse(503, 'unavailable', 'Please try again in a moment.') });
  expect(await screen.findByText('We couldn’t load your API keys')).toBeVisible();
  expect(screen.queryByText('You have no API keys')).not.toBeInTheDocument();
});
