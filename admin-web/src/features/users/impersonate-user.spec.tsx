import type { AdminUserDetails } from '@luit/contracts/http/admin-users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AdminClient } from '../../lib/admin-client';
import { AdminSession } from '../../lib/admin-session';
import { ServicesProvider } from '../../lib/services';
import { ImpersonateUser } from './impersonate-user';

const view = { id: 'v-1', ends_at: '2026-11-24T05:00:00.000Z', url: 'https://web.example/view#token' };

it('the end of a view names its time zone once', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ success: true, data: view })));
  const session = new AdminSession(localStorage, Date.now);
  session.open('ops@luit.example', 4_102_444_800);
  const user = { id: 'u-1', email: 'asha@example.com', status: 'active' } as AdminUserDetails;
  render(
    <ServicesProvider services={{ session, client: new AdminClient(fetch, session) }}>
      <QueryClientProvider client={new QueryClient()}>
        <ImpersonateUser user={user} />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Impersonate' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Asha cannot see her videos{Enter}');
  expect(await screen.findByText(/^Impersonating until/)).toHaveTextContent(
    /^Impersonating until 24 Nov 2026, 10:30 IST$/,
  );
});
