import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeServer } from '../../../testing/fake-server';
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
