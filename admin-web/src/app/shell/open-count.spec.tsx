import type { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { SideNavigation } from './side-navigation';

/** Renders the navigation with this many open alerts and unanswered messages. */
function show(alerts: number, messages: number): QueryClient {
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const isAlerts = String(path).includes('/api/admin/alerts?state=open');
    const data = isAlerts
      ? { items: [], open: alerts + 2, muted: 2 }
      : { items: [], nextCursor: null, total: messages };
    return Promise.resolve(Response.json({ success: true, data }));
  });
  return renderSignedIn(<SideNavigation />, fetch);
}

it('the navigation counts open alerts that are not muted, and unanswered messages [ADM-34]', async () => {
  const cache = show(3, 120);
  expect(await screen.findByRole('link', { name: /^Alerts 3 ?open$/ })).toHaveAttribute('href', '/alerts');
  expect(await screen.findByRole('link', { name: /^Messages 99\+ ?open$/ })).toHaveAttribute('href', '/messages');
  // A pushed update changes the count immediately.
  cache.setQueryData(['alerts', 'open'], { items: [], open: 6, muted: 2 });
  expect(await screen.findByRole('link', { name: /^Alerts 4 ?open$/ })).toBeInTheDocument();
});

it('the navigation shows no count when nothing is open [ADM-34]', async () => {
  const cache = show(0, 0);
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(screen.getByRole('link', { name: 'Alerts' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Messages' })).toBeInTheDocument();
});

it('a count that could not be loaded is unknown, not zero [ADM-34]', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(Response.json({ success: false, message: 'Please try again.' }, { status: 503 })),
  );
  renderSignedIn(<SideNavigation />, fetch);
  expect(await screen.findByRole('link', { name: /^Alerts \? ?could not be counted$/ })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: /^Messages \? ?could not be counted$/ })).toBeInTheDocument();
});

it('rare pages are under More, pages of one entry are one link, and approvals are in sight while one waits', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const pending = String(path).includes('/approvals') ? 1 : 0;
    return Promise.resolve(Response.json({ success: true, data: { items: [], open: 0, muted: 0, total: 0, pending } }));
  });
  renderSignedIn(<SideNavigation />, fetch);
  expect(await screen.findByRole('link', { name: /^Approvals 1/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/analytics');
  expect(screen.getByText('Dead letters')).not.toBeVisible();
  expect(screen.queryByText('Margin')).not.toBeInTheDocument();
  // The roles of elements do not tell what is folded up.
  expect(screen.getAllByRole('link').filter((link) => !link.closest('details')).length).toBeLessThanOrEqual(18);
});
