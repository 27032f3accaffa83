import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { TakedownSettingsForm } from './takedown-settings-form';

it('an operator sets that credits return after a takedown', async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockImplementation(() => Promise.resolve(Response.json({ success: true, data: {} })));
  renderSignedIn(<TakedownSettingsForm settings={{ returnsCredits: false }} />, fetch);
  await userEvent.click(screen.getByLabelText('Return the credits of what is taken down'));
  await userEvent.click(screen.getByRole('button', { name: 'Save the takedown setting' }));
  await waitFor(() => {
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'PATCH') ?? [];
    expect(path).toBe('/api/admin/settings/takedowns');
    expect(JSON.parse(init?.body as string)).toEqual({ returnsCredits: true });
  });
});
