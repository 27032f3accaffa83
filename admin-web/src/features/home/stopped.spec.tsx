import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { Stopped } from './stopped';

function show(role: OperatorRole): void {
  renderSignedIn(
    <Stopped queues={[{ name: 'submit', waiting: 4, active: 0, delayed: 0, isPaused: true }]} providers={[]} />,
    vi.fn<typeof fetch>(),
    { role },
  );
}

it('a paused queue has a button for roles that may resume it', () => {
  show('operations');
  expect(screen.getByRole('button', { name: 'Resume submit' })).toBeInTheDocument();
});

it('other roles read who may resume it', () => {
  show('read_only');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Owners and operations can resume it')).toBeInTheDocument();
});

it('a provider for which workers have no key promises no next attempt', () => {
  const provider = {
    ...{ name: 'fal', state: 'open', failures: 1, reason: 'provider_not_configured', closedForMs: 9_000, pausedMs: 0 },
    ...{ waiting: 0, stopped: null, isCheckPending: false },
  } as unknown as ProviderOverview;
  renderSignedIn(<Stopped queues={[]} providers={[provider]} />, vi.fn<typeof fetch>(), { role: 'owner' });
  expect(screen.getByText('Unusable')).toBeVisible();
  expect(screen.getByText(/workers cannot use it/)).toHaveTextContent(
    '1 failed submission: workers cannot use it. 0 queued',
  );
});
