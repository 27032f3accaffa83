import type { OperatorWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { OperatorWebhookDelivery } from '@luit/contracts/http/operator-webhooks';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { UserWebhooks } from './user-webhooks';

const AT = '2026-11-26T04:00:00.000Z';
const ENDPOINT: OperatorWebhookEndpoint = {
  id: 'e-1',
  origin: 'https://shop.example',
  events: ['video.completed'],
  off: null,
  failingSince: AT,
  lastError: 'The endpoint responded with status 503',
  deliveredAt: null,
  previousSecretExpiresAt: null,
  createdAt: AT,
};
const DELIVERY: OperatorWebhookDelivery = {
  id: 'd-1',
  type: 'video.completed',
  subject: 'j-1',
  state: 'waiting',
  attempts: 2,
  createdAt: AT,
  nextAttemptAt: AT,
  lastAttempt: { at: AT, status: 503, durationMs: 12, error: 'Status 503', response: 'down' },
};

it('endpoints are listed with their state, and load their deliveries when these are opened', async () => {
  const off = { reason: 'gone' as const, at: AT };
  const endpoints = [ENDPOINT, { ...ENDPOINT, id: 'e-2', origin: 'https://old.example', off, failingSince: null }];
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const notice = { ...DELIVERY, id: 'd-2', type: 'credits.low', subject: 'n-1' };
    const items = String(path).includes('/deliveries') ? [DELIVERY, notice] : endpoints;
    return Promise.resolve(Response.json({ success: true, data: { items, nextCursor: null } }));
  });
  renderSignedIn(<UserWebhooks userId="u-1" />, fetch, { role: 'read_only' });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/https:\/\/shop\.example ?Failing/);
  expect(first).toHaveTextContent('The endpoint responded with status 503');
  expect(second).toHaveTextContent('Off: responded with 410');
  expect(fetch).toHaveBeenCalledTimes(1);

  await userEvent.click(within(first!).getByText('Latest deliveries'));
  expect(await within(first!).findByRole('link', { name: 'video.completed' })).toHaveAttribute('href', '/jobs/j-1');
  expect(within(first!).getAllByRole('link')).toHaveLength(1);
  expect(within(first!).getByText('credits.low')).toBeInTheDocument();
  expect(within(first!).getAllByText('Waiting')).toHaveLength(2);
  expect(String(fetch.mock.calls[1]?.[0])).toContain('/api/admin/users/u-1/webhook-endpoints/e-1/deliveries?limit=10');
});
