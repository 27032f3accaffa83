import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { TakedownSettingsForm } from './takedown-settings-form';

const server = (approveAbove: { refundPaise: number | null; credits: number | null }) =>
  vi.fn<typeof globalThis.fetch>().mockImplementation((path) => {
    const data = path === '/api/admin/settings' ? { approveAbove } : { approval: null };
    return Promise.resolve(Response.json({ success: true, data }));
  });

it('an operator sets that credits return after a takedown', async () => {
  const fetch = server({ refundPaise: null, credits: null });
  renderSignedIn(<TakedownSettingsForm settings={{ returnsCredits: false }} />, fetch);
  await userEvent.click(screen.getByLabelText('Return the credits of what is taken down'));
  await userEvent.click(screen.getByRole('button', { name: 'Save the takedown setting' }));
  await waitFor(() => {
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'PATCH') ?? [];
    expect(path).toBe('/api/admin/settings/takedowns');
    expect(JSON.parse(init?.body as string)).toEqual({ returnsCredits: true });
  });
});

it('the form says before saving that a second operator must approve it, and asks for the reason', async () => {
  const fetch = server({ refundPaise: null, credits: 100 });
  renderSignedIn(<TakedownSettingsForm settings={{ returnsCredits: false }} />, fetch);
  await userEvent.click(screen.getByLabelText('Return the credits of what is taken down'));
  expect(await screen.findByText(/a second operator must approve this/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save the takedown setting' }));
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'PATCH')).toBe(false);
  await userEvent.type(screen.getByLabelText('Reason for the second operator'), 'Asked by support');
  await userEvent.click(screen.getByRole('button', { name: 'Save the takedown setting' }));
  await waitFor(() => {
    const [, init] = fetch.mock.calls.find(([, each]) => each?.method === 'PATCH') ?? [];
    expect(JSON.parse(init?.body as string)).toEqual({ returnsCredits: true, reason: 'Asked by support' });
  });
});
