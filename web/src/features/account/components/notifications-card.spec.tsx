import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client';
import { fakePush, PUSH_KEY, removeFakePush } from '../../../testing/fake-push';
import { ENDPOINT, showWithPush } from '../../../testing/show-with-push';
import { NotificationsCard } from './notifications-card';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  removeFakePush();
  localStorage.clear();
});

describe('notifications of this device', () => {
  it('a click asks for the permission and subscribes; another ends it', async () => {
    const browser = fakePush();
    const server = await showWithPush(<NotificationsCard />);
    await screen.findByRole('button', { name: 'Turn on notifications' });
    expect([browser.permissions, browser.registered]).toEqual([0, []]);
    await press('Turn on notifications');
    await screen.findByText('Notifications are on for this device.');
    expect(browser.registered).toEqual([['/service-worker.js', { updateViaCache: 'none' }]]);
    expect(browser.subscriptions).toEqual([{ userVisibleOnly: true, applicationServerKey: PUSH_KEY }]);
    expect(server.callsTo('/api/web-push/subscription')[0]?.body).toEqual({
      endpoint: ENDPOINT,
      p256dh: 'p',
      auth: 'a',
    });
    await press('Turn off notifications');
    await screen.findByRole('button', { name: 'Turn on notifications' });
    expect(server.callsTo('/api/web-push/subscription').map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
    expect(browser.unsubscribed).toBe(1);
  });

  it('a refusal is explained and sends nothing', async () => {
    fakePush({ answer: 'denied' });
    const server = await showWithPush(<NotificationsCard />);
    await press('Turn on notifications');
    expect(await screen.findByText('Your browser didn’t allow notifications.')).toBeVisible();
    expect(server.callsTo('/api/web-push/subscription')).toEqual([]);
  });

  it('a failed request is reported, and can be repeated', async () => {
    fakePush();
    await showWithPush(<NotificationsCard />, { isFailing: true });
    await press('Turn on notifications');
    expect(await screen.findByText(/We couldn’t change notifications/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeEnabled();
  });

  it('a session without a subscription is off, although an earlier session left one in the browser', async () => {
    fakePush({ permission: 'granted', subscribedWith: PUSH_KEY });
    await showWithPush(<NotificationsCard />);
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  });

  it('a subscription with an earlier key of the server is off, and is replaced', async () => {
    const browser = fakePush({ permission: 'granted', subscribedWith: `B${'B'.repeat(86)}` });
    await showWithPush(<NotificationsCard />, { endpoint: ENDPOINT });
    await press('Turn on notifications');
    await screen.findByText('Notifications are on for this device.');
    expect(browser.unsubscribed).toBe(1);
  });

  it.each([
    ['a browser that blocks notifications', () => fakePush({ permission: 'denied' }), /You can allow them/],
    ['a browser without push', () => undefined, /We email you instead/],
    [
      'an iPhone without Luit on its Home Screen',
      () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone'),
      /Home Screen/,
    ],
  ])('%s gets an explanation instead of a button', async (_what, prepare: () => unknown, text) => {
    prepare();
    await showWithPush(<NotificationsCard />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('without keys at the server there is nothing to see', async () => {
    fakePush();
    const server = await showWithPush(<NotificationsCard />, { publicKey: null });
    await waitFor(() => expect(server.callsTo('/api/web-push')).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });
});
