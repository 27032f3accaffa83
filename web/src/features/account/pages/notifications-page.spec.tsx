import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client';
import { fakePush, PUSH_KEY, removeFakePush } from '../../../testing/fake-push';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { showSignedIn } from '../../../testing/show-signed-in';
import { someSettings } from '../../../testing/notification-settings';
import { ENDPOINT, showWithPush } from '../../../testing/show-with-push';
import NotificationsPage from './notifications-page';

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
    const server = await showWithPush(<NotificationsPage />);
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
    const server = await showWithPush(<NotificationsPage />);
    await press('Turn on notifications');
    expect(await screen.findByText('Your browser didn’t allow notifications.')).toBeVisible();
    expect(server.callsTo('/api/web-push/subscription')).toEqual([]);
  });

  it('a failed request is reported, and can be repeated', async () => {
    fakePush();
    await showWithPush(<NotificationsPage />, { isFailing: true });
    await press('Turn on notifications');
    expect(await screen.findByText(/We couldn’t change notifications/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeEnabled();
  });

  it('a session without a subscription is off, although an earlier session left one in the browser', async () => {
    fakePush({ permission: 'granted', subscribedWith: PUSH_KEY });
    await showWithPush(<NotificationsPage />);
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  });

  it('a subscription with an earlier key of the server is off, and is replaced', async () => {
    const browser = fakePush({ permission: 'granted', subscribedWith: `B${'B'.repeat(86)}` });
    await showWithPush(<NotificationsPage />, { endpoint: ENDPOINT });
    await press('Turn on notifications');
    await screen.findByText('Notifications are on for this device.');
    expect(browser.unsubscribed).toBe(1);
  });

  it.each([
    ['a browser that blocks notifications', () => fakePush({ permission: 'denied' }), /You can allow them/],
    ['a browser without push', () => undefined, /doesn’t support/],
    [
      'an iPhone without Luit on its Home Screen',
      () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone'),
      /Home Screen/,
    ],
  ])('%s gets an explanation instead of a button', async (_what, prepare: () => unknown, text) => {
    prepare();
    await showWithPush(<NotificationsPage />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('without keys at the server, nothing about devices is offered', async () => {
    fakePush();
    const server = await showWithPush(<NotificationsPage />, { publicKey: null });
    await waitFor(() => expect(server.callsTo('/api/web-push')).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('heading', { name: 'This device' })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'On your devices' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('checkbox', { name: 'Email' })).toHaveLength(4);
  });

  it('a subscription that the browser replaced unnoticed is reported to the server', async () => {
    fakePush({ permission: 'granted', subscribedWith: PUSH_KEY });
    const server = await showWithPush(<NotificationsPage />, { endpoint: 'https://push.example/old' });
    await screen.findByText('Notifications are on for this device.');
    expect(server.callsTo('/api/web-push/subscription')[0]?.body).toMatchObject({ endpoint: ENDPOINT });
  });
});

describe('notification settings', () => {
  const box = (kind: string, channel: string) =>
    within(screen.getByRole('group', { name: kind })).getByRole('checkbox', { name: channel });
  function show(routes: Parameters<typeof fakeServer>[0]) {
    return showSignedIn(<NotificationsPage />, {
      'GET /api/web-push': () => jsonResponse({ publicKey: PUSH_KEY, endpoint: null }),
      'GET /api/notifications/settings': () => jsonResponse({ settings: someSettings(['low_balance mail']) }),
      ...routes,
    });
  }

  it('each kind has a choice per channel, and the page says what cannot be turned off', async () => {
    await show({});
    await screen.findByRole('group', { name: 'Low balance' });
    expect(box('Low balance', 'Email')).not.toBeChecked();
    expect(box('Low balance', 'In Luit')).toBeChecked();
    expect(await screen.findAllByRole('checkbox', { name: 'On your devices' })).toHaveLength(4);
    expect(
      within(screen.getByRole('group', { name: 'Refunds' })).queryByRole('checkbox', { name: 'In Luit' }),
    ).toBeNull();
    expect(screen.getByText(/We always email you receipts .* security of your account/)).toBeVisible();
  });

  it('a change is stored at once', async () => {
    const server = await show({ 'PUT /api/notifications/settings': () => jsonResponse({ settings: [] }) });
    await screen.findByRole('group', { name: 'Low balance' });
    await userEvent.click(box('Low balance', 'Email'));
    await userEvent.click(box('Finished and failed requests', 'In Luit'));
    expect(box('Low balance', 'Email')).toBeChecked();
    expect(box('Finished and failed requests', 'In Luit')).not.toBeChecked();
    await waitFor(() =>
      expect(server.callsTo('/api/notifications/settings').flatMap(({ body }) => body ?? [])).toEqual([
        { kind: 'low_balance', channel: 'mail', isOn: true },
        { kind: 'requests', channel: 'in_app', isOn: false },
      ]),
    );
  });

  it('a change that could not be stored is taken back and explained', async () => {
    await show({ 'PUT /api/notifications/settings': () => errorResponse(400, 'validation_failed', 'no') });
    await screen.findByRole('group', { name: 'Low balance' });
    await userEvent.click(box('Low balance', 'Email'));
    expect(await screen.findByText('We couldn’t save this setting. Please try again.')).toBeVisible();
    expect(box('Low balance', 'Email')).not.toBeChecked();
  });

  it('settings that fail to load can be loaded again', async () => {
    let isFailing = true;
    await show({
      'GET /api/notifications/settings': () =>
        isFailing ? errorResponse(400, 'validation_failed', 'no') : jsonResponse({ settings: someSettings() }),
    });
    expect(await screen.findByText('We couldn’t load your notification settings')).toBeVisible();
    isFailing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('group', { name: 'Refunds' })).toBeVisible();
  });
});
