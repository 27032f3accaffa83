import type { WebhookDelivery, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import WebhooksPage from './webhooks-page';

const ENDPOINT: WebhookEndpoint = {
  id: 'e-1',
  url: 'https://shop.example/hooks',
  events: ['video.completed'],
  off: null,
  failingSince: null,
  lastError: null,
  deliveredAt: '2026-11-26T05:00:00.000Z',
  previousSecretExpiresAt: null,
  createdAt: '2026-11-26T04:00:00.000Z',
};
const DELIVERY: WebhookDelivery = {
  id: 'd-1',
  type: 'video.completed',
  subject: 'r-1',
  state: 'failed',
  attempts: 8,
  createdAt: '2026-11-26T05:00:00.000Z',
  nextAttemptAt: null,
  body: '{"type":"video.completed"}',
  lastAttempt: {
    at: '2026-11-26T05:00:00.000Z',
    status: 500,
    durationMs: 120,
    error: 'The endpoint responded with status 500',
    response: 'oops',
  },
};
const PATH = '/api/webhook-endpoints/e-1';

async function show(routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <WebhooksPage />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const listed = (...endpoints: WebhookEndpoint[]) => ({
  'GET /api/webhook-endpoints': () => jsonResponse({ endpoints }),
});

it('an endpoint is added, and its secret is shown once', async () => {
  const issued = { ...ENDPOINT, secret: 'whsec_abc' };
  const server = await show({
    ...listed(),
    'POST /api/webhook-endpoints': () => jsonResponse(issued, { status: 201 }),
  });
  await press('Add an endpoint');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
  expect(dialog.getByText('Enter a URL such as https://example.com/hooks.')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('URL'), ' https://shop.example/hooks ');
  await userEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
  expect(await screen.findByLabelText('Signing secret')).toHaveValue('whsec_abc');
  expect(server.callsTo('/api/webhook-endpoints')[1]?.body).toEqual({
    url: 'https://shop.example/hooks',
    events: ['video.completed', 'video.failed', 'video.canceled'],
  });
  await press('I’ve copied it');
  expect(screen.queryByLabelText('Signing secret')).not.toBeInTheDocument();
});

it('a refusal is shown in the dialog', async () => {
  const refusal = 'The URL must not be on a private network.';
  await show({ ...listed(), 'POST /api/webhook-endpoints': () => errorResponse(400, 'validation_failed', refusal) });
  await press('Add an endpoint');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('URL'), 'https://10.0.0.1/');
  for (const box of dialog.getAllByRole('checkbox', { checked: true })) await userEvent.click(box);
  await userEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
  expect(dialog.getByText('Choose at least one.')).toBeInTheDocument();
  await userEvent.click(dialog.getAllByRole('checkbox', { name: 'Completed' })[0]!);
  await userEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
  expect(await dialog.findByText(refusal)).toBeInTheDocument();
});

it('an endpoint that was switched off says why, and is turned on', async () => {
  const off = { reason: 'gone', at: '2026-11-26T06:00:00.000Z' } as const;
  const server = await show({
    ...listed({ ...ENDPOINT, off, lastError: 'The endpoint responded with status 410' }),
    [`PATCH ${PATH}`]: () => jsonResponse(ENDPOINT),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(/We switched this endpoint off.*status 410/);
  expect(screen.queryByRole('button', { name: /Send a test/ })).not.toBeInTheDocument();
  await press(`Turn on ${ENDPOINT.url}`);
  expect(server.callsTo(PATH)[0]?.body).toEqual({ isOn: true });
});

it('deliveries show what was sent and answered, and are sent again', async () => {
  const server = await show({
    ...listed({
      ...ENDPOINT,
      failingSince: '2026-11-26T05:00:00.000Z',
      lastError: 'The endpoint responded with status 500',
    }),
    [`GET ${PATH}/deliveries`]: () => jsonResponse({ deliveries: [DELIVERY], nextCursor: null }),
    'POST /api/webhook-deliveries/d-1/replay': () => jsonResponse({ ...DELIVERY, state: 'waiting' }, { status: 201 }),
  });
  await press('Show deliveries');
  const row = await screen.findByText('Status 500 · 120 ms · 8 attempts');
  const item = row.closest('li')!;
  expect(item).toHaveTextContent('Failed');
  expect(item).toHaveTextContent('webhook-id: d-1');
  expect(item).toHaveTextContent('oops');
  await userEvent.click(within(item).getByRole('button', { name: /^Send again: video.completed/ }));
  expect(server.callsTo('/api/webhook-deliveries/d-1/replay')).toHaveLength(1);
});

it('the deliveries of a period are counted first and then sent again, once', async () => {
  const server = await show({
    ...listed(ENDPOINT),
    [`GET ${PATH}/deliveries`]: () => jsonResponse({ deliveries: [DELIVERY], nextCursor: null }),
    [`POST ${PATH}/replay`]: ({ body }) =>
      jsonResponse({ total: (body as { onlyFailed: boolean }).onlyFailed ? 2 : 1_234, isTotalCapped: false }),
  });
  await press('Show deliveries');
  await press(`Send several again: ${ENDPOINT.url}`);
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Send again' });
  expect(await dialog.findByText('2 deliveries will be sent again.')).toBeVisible();
  await userEvent.click(dialog.getByLabelText('Only failed deliveries'));
  expect(send).toBeDisabled();
  expect(await dialog.findByText('1,234 deliveries will be sent again.')).toBeVisible();
  const choose = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  choose('Until', '');
  expect(dialog.getByText('Choose an end after the start.')).toBeVisible();
  expect(send).toBeDisabled();
  choose('From', '2026-11-26T10:00');
  choose('Until', '2026-11-26T11:00');
  await dialog.findByText('1,234 deliveries will be sent again.');
  await userEvent.dblClick(send);
  expect(await screen.findByRole('button', { name: 'Hide deliveries' })).toBeVisible();
  const sent = server.callsTo(`${PATH}/replay`).filter(({ body }) => !(body as { dryRun?: boolean }).dryRun);
  const [from, to] = ['10', '11'].map((hour) => new Date(`2026-11-26T${hour}:00`).toISOString());
  expect(sent.map(({ body }) => body)).toEqual([{ from, to, onlyFailed: false }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a period with too many deliveries, and one without, cannot be sent', async () => {
  let count = { total: 0, isTotalCapped: false };
  await show({
    ...listed(ENDPOINT),
    [`GET ${PATH}/deliveries`]: () => jsonResponse({ deliveries: [DELIVERY], nextCursor: null }),
    [`POST ${PATH}/replay`]: () => jsonResponse(count),
  });
  await press('Show deliveries');
  await press(`Send several again: ${ENDPOINT.url}`);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('There are none in this period.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
  count = { total: 10_000, isTotalCapped: true };
  await userEvent.click(dialog.getByLabelText('Only failed deliveries'));
  expect(await dialog.findByText('There are more than 10,000. Choose a shorter period.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
});

it('endpoints that could not be loaded are not said to be none', async () => {
  await show({
    'GET /api/webhook-endpoints': () => errorResponse(503, 'unavailable', 'Please try again in a moment.'),
  });
  expect(await screen.findByText('We couldn’t load your webhook endpoints')).toBeVisible();
  expect(screen.queryByText('You have no webhook endpoints')).not.toBeInTheDocument();
});
