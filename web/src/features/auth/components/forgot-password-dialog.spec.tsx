import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { errorResponse, fakeServer } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ForgotPasswordDialog from './forgot-password-dialog';

it('a dialog focuses its first field, not its close button', async () => {
  const { fetch } = fakeServer({});
  const session = sessionStore(fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <ForgotPasswordDialog isOpen initialEmail="" onClose={() => undefined} />
    </ServicesProvider>,
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus());
});

it('an unknown address leads to the sign-up [AUTH-28]', async () => {
  const { fetch } = fakeServer({ 'POST /api/auth/forgot': () => errorResponse(404, 'user_not_found', 'raw') });
  const session = sessionStore(fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter>
        <ForgotPasswordDialog isOpen initialEmail="a@b.in" onClose={() => undefined} />
      </MemoryRouter>
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }));
  expect(await screen.findByText('No account found with this email address')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth?mode=signup');
});
