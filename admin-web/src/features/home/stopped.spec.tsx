import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { AdminClient } from '../../lib/admin-client';
import { AdminSession } from '../../lib/admin-session';
import { OperatorProvider } from '../../lib/operator';
import { ServicesProvider } from '../../lib/services';
import { Stopped } from './stopped';

function show(role: OperatorRole): void {
  const session = new AdminSession(localStorage, Date.now);
  session.open('ops@luit.example', 4_102_444_800);
  const client = new AdminClient(vi.fn<typeof fetch>(), session);
  const operator = { email: 'ops@luit.example', role } as Parameters<typeof OperatorProvider>[0]['operator'];
  render(
    <ServicesProvider services={{ session, client }}>
      <QueryClientProvider client={new QueryClient()}>
        <OperatorProvider operator={operator}>
          <MemoryRouter>
            <Stopped queues={[{ name: 'submit', waiting: 4, active: 0, delayed: 0, isPaused: true }]} providers={[]} />
          </MemoryRouter>
        </OperatorProvider>
      </QueryClientProvider>
    </ServicesProvider>,
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
