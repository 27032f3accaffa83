import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { AdminClient } from '../../lib/admin-client';
import { AdminSession } from '../../lib/admin-session';
import { ServicesProvider } from '../../lib/services';
import { ActiveRestrictions } from './active-restrictions';
import type { AdminServiceStatus } from './service-status-query';

const since = '2026-11-24T05:00:00.000Z';
const byOperator = { adminId: 'a-1', admin_email: 'ops@luit.example', reason: 'Upgrade of the database', since };
const status: AdminServiceStatus = {
  pause: byOperator,
  banner: { ...byOperator, text: 'Back at eleven', until: '2026-11-24T05:30:00.000Z' },
};

it('each restriction names its time zone once', async () => {
  const session = new AdminSession(localStorage, Date.now);
  session.open('ops@luit.example', 4_102_444_800);
  const client = new AdminClient(() => Promise.resolve(Response.json({ success: true, data: status })), session);
  render(
    <ServicesProvider services={{ session, client }}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ActiveRestrictions />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  const shown = await screen.findByRole('complementary', { name: 'Active restrictions' });
  expect(shown).toHaveTextContent('since 24 Nov 2026, 10:30 IST by ops@luit.example');
  expect(shown).toHaveTextContent('until 24 Nov 2026, 11:00 IST: Back at eleven');
});
