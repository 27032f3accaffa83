import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePush, removeFakePush } from '../../testing/fake-push';
import { showWithPush } from '../../testing/show-with-push';
import { WebPushOffer } from './web-push-offer';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  removeFakePush();
  localStorage.clear();
});

describe('the offer after a success', () => {
  it('turns notifications on and disappears', async () => {
    const browser = fakePush();
    await showWithPush(<WebPushOffer />);
    await press('Turn on notifications');
    await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
    expect(browser.subscriptions).toHaveLength(1);
  });

  it('is not repeated after it was declined', async () => {
    fakePush();
    await showWithPush(<WebPushOffer />);
    await press('Not now');
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    const server = await showWithPush(<WebPushOffer />);
    expect(server.callsTo('/api/web-push')).toEqual([]);
  });

  it.each([
    ['blocks notifications', () => fakePush({ permission: 'denied' })],
    ['has no push', () => undefined],
  ])('is absent in a browser that %s', async (_what, prepare: () => unknown) => {
    prepare();
    const server = await showWithPush(<WebPushOffer />);
    expect(server.callsTo('/api/web-push')).toEqual([]);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});
