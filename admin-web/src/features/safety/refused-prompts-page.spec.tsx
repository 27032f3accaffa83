import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import type { AdminSafetyFinding } from './findings';
import RefusedPromptsPage from './refused-prompts-page';

const OPEN: AdminSafetyFinding = {
  id: 'f-1',
  userId: 'u-1',
  requestId: null,
  isGuest: false,
  apiKeyId: null,
  verdict: 'refuse',
  category: 'self_harm',
  phrases: ['cutting her wrists'],
  prompt: 'A scene of a play',
  negativePrompt: null,
  createdAt: '2026-11-27T06:00:00.000Z',
  appeal: { text: 'We rehearse it at school', at: '2026-11-27T06:05:00.000Z' },
  state: 'open',
  decision: null,
  hasOutput: false,
};
const DECIDED: AdminSafetyFinding = {
  ...OPEN,
  id: 'f-2',
  verdict: 'review',
  requestId: 'q-1',
  appeal: null,
  hasOutput: true,
  prompt: 'An old myth',
  state: 'confirmed',
  decision: { adminId: 'a-1', admin_email: 'ops@luit.example', reason: 'Too graphic', at: OPEN.createdAt },
};
const fetch = vi.fn<typeof globalThis.fetch>();

beforeEach(() => {
  fetch.mockReset();
  const data = { items: [OPEN, DECIDED], nextCursor: null, total: 2, isTotalCapped: false };
  fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data })));
});

it('prompts are listed with what matched and who decided, and a refusal is lifted with a reason', async () => {
  renderSignedIn(<RefusedPromptsPage />, fetch, { role: 'support' });
  expect(await screen.findByText('A scene of a play')).toBeInTheDocument();
  expect(screen.getByText('We rehearse it at school')).toBeInTheDocument();
  expect(screen.getByText(/ops@luit.example/)).toHaveTextContent('Too graphic');
  expect(screen.getByRole('link', { name: 'View job' })).toHaveAttribute('href', '/jobs/q-1');
  fireEvent.click(screen.getByRole('button', { name: 'Lift' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A scene of a play' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Lift' }));
  await waitFor(() => {
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST') ?? [];
    expect([String(path), init?.body]).toEqual([
      expect.stringContaining('/api/admin/safety/findings/f-1/decision'),
      JSON.stringify({ decision: 'lifted', reason: 'A scene of a play' }),
    ]);
  });
});

it('the output of a finding is shown after a reason', async () => {
  URL.createObjectURL = () => 'blob:refused';
  URL.revokeObjectURL = () => undefined;
  renderSignedIn(<RefusedPromptsPage />, fetch, { role: 'support' });
  fireEvent.click(await screen.findByRole('button', { name: 'View output' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A review' } });
  const answer = new Response('x', { headers: { 'content-type': 'image/png' } });
  fetch.mockImplementation(() => Promise.resolve(answer));
  fireEvent.click(dialog.getByRole('button', { name: 'View output' }));
  expect(await screen.findByRole('img', { name: 'Output of this prompt' })).toHaveAttribute('src', 'blob:refused');
  const [path, init] = fetch.mock.calls.at(-1)!;
  expect(path).toContain('/api/admin/safety/findings/f-2/output');
  expect(init?.body).toBe(JSON.stringify({ reason: 'A review' }));
});

it('an appeal of a guest names no account, and its dialog says what a lift allows', async () => {
  const data = { items: [{ ...OPEN, isGuest: true }], nextCursor: null, total: 1, isTotalCapped: false };
  fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data })));
  renderSignedIn(<RefusedPromptsPage />, fetch, { role: 'support' });
  expect(await screen.findByText(/^The guest says that this is a mistake/)).toBeInTheDocument();
  expect(screen.getByText('Guest')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'View account' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Lift' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Every guest can order a video with exactly this text for 7 days/)).toBeInTheDocument();
});
