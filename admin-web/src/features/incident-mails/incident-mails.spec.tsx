import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminClient } from '../../lib/admin-client';
import { AdminSession } from '../../lib/admin-session';
import { ServicesProvider } from '../../lib/services';
import IncidentMailingPage from './incident-mailing-page';
import NewIncidentMailsPage from './new-incident-mails-page';

const COUNTS = { recipients: 101, guests: 1, jobs: 120, credits: 2_400, returnedCredits: 2_000, unreachableJobs: 3 };
const SELECTION = 'Failed jobs of fal, created from 24 Nov 2026, 05:30 until 24 Nov 2026, 06:30 IST';
const PREVIEW = {
  ...{ ...COUNTS, mailingId: 'm-1', selection: SELECTION, names: ['Asha', null], needsConfirmation: true },
  ...{ alreadyMailed: 0, lastMailedAt: null as string | null },
};
const MAILING = {
  ...{ ...COUNTS, id: 'm-1', adminId: 'a-1', admin_email: 'ops@luit.example', selection: SELECTION },
  ...{ subject: 'Sorry', text: 'A text', reason: 'outage', queued_at: '2026-11-24T02:00:00.000Z' },
  ...{ queued: 1, sent: 99, failed: 1, excluded: 0 },
};
const RECIPIENT = {
  id: 'r-1',
  userId: null,
  name: null,
  jobs: 1,
  credits: 20,
  state: 'failed',
  error: '451',
  sent_at: null,
};

describe('incident mails', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let session: AdminSession;
  let client: AdminClient;
  let previewed = PREVIEW;

  beforeEach(() => {
    fetch.mockReset();
    previewed = PREVIEW;
    fetch.mockImplementation((input, init) => {
      const path = String(input);
      const answer = (data: unknown) => Promise.resolve(Response.json({ success: true, data }));
      if (path.includes('/providers')) return answer({ providers: [{ name: 'fal' }] });
      if (path.endsWith('/preview')) return answer(previewed);
      if (init?.method === 'POST') return answer({ mailingId: 'm-1' });
      return answer({ mailing: MAILING, items: [RECIPIENT], nextCursor: null, total: 1, isTotalCapped: false });
    });
    session = new AdminSession(localStorage, Date.now);
    session.open('ops@luit.example', 4_102_444_800);
    client = new AdminClient(fetch, session);
    show();
  });

  const show = () =>
    render(
      <ServicesProvider services={{ session, client }}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MemoryRouter initialEntries={['/incident-mails/new']}>
            <Routes>
              <Route path="/incident-mails/new" element={<NewIncidentMailsPage />} />
              <Route path="/incident-mails/:id" element={<IncidentMailingPage />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </ServicesProvider>,
    );

  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const bodyOf = (path: string): unknown => {
    const [, init] = fetch.mock.calls.find(([input]) => String(input).endsWith(path)) ?? [];
    return JSON.parse(String(init?.body));
  };

  it('the preview names who would be mailed, and a large list needs its number typed again', async () => {
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T06:30');
    fireEvent.click(screen.getByRole('button', { name: 'Preview recipients' }));
    expect(await screen.findByText('Asha, Guest and 99 more')).toBeInTheDocument();
    expect(screen.getByText('2,400, of which 2,000 returned')).toBeInTheDocument();
    expect(bodyOf('/preview')).toEqual({
      ...{ from: '2026-11-24T05:30:00+05:30', to: '2026-11-24T06:30:00+05:30' },
      ...{ providers: ['fal'], outcome: 'failed' },
    });
    type(/^Subject/, 'Sorry');
    type(/^Text/, 'A text');
    fireEvent.click(screen.getByRole('button', { name: 'Email 101 recipients…' }));
    const confirm = await screen.findByRole('button', { name: 'Email 101 recipients' });
    type(/^Reason/, 'outage');
    expect(confirm).toBeDisabled();
    type(/^Type 101/, '101');
    fireEvent.click(confirm);
    expect(await screen.findByText('99 sent, 1 queued, 1 failing')).toBeInTheDocument();
    expect(bodyOf('/incident-mails')).toEqual({
      ...{ mailingId: 'm-1', subject: 'Sorry', text: 'A text', reason: 'outage', confirmation: '101' },
    });
    expect(screen.getByText('451')).toBeInTheDocument();
  });

  it('providers that cannot be loaded are asked for again, and a disabled preview says what it needs', async () => {
    cleanup();
    let isDown = true;
    const answered = fetch.getMockImplementation()!;
    fetch.mockImplementation((input, init) =>
      isDown && String(input).includes('/providers')
        ? Promise.resolve(
            Response.json({ success: false, code: 'unavailable', message: 'Please try again.' }, { status: 503 }),
          )
        : answered(input, init),
    );
    show();
    expect(await screen.findByText(/Could not load the providers/)).toBeInTheDocument();
    expect(screen.getByText('Still needed: the start, the end, and at least one provider.')).toBeInTheDocument();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    expect(screen.getByText('Still needed: the end.')).toBeInTheDocument();
    type(/^Created before/, '2026-11-24T06:30');
    expect(screen.getByRole('button', { name: 'Preview recipients' })).toBeEnabled();
    expect(screen.queryByText(/^Still needed/)).not.toBeInTheDocument();
  });

  it('a disabled preview names what is missing, and its button is described by it', async () => {
    await screen.findByLabelText('fal');
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T04:30');
    type(/^Outcome/, 'waited');
    type(/^Minutes/, '');
    const missing = 'Still needed: an end after the start, at least one provider, and at least 1 minute of waiting.';
    expect(screen.getByText(missing)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Preview recipients' })).toHaveAccessibleDescription(missing);
  });

  it('a disabled email names what is missing', async () => {
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T06:30');
    fireEvent.click(screen.getByRole('button', { name: 'Preview recipients' }));
    expect(await screen.findByText('Still needed: the subject and the text.')).toBeInTheDocument();
    type(/^Subject/, 'Sorry');
    expect(screen.getByRole('button', { name: 'Email 101 recipients…' })).toHaveAccessibleDescription(
      'Still needed: the text.',
    );
  });

  it('who was mailed before is left out, unless the operator includes them', async () => {
    previewed = { ...PREVIEW, alreadyMailed: 100, lastMailedAt: '2026-11-24T02:00:00.000Z' };
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T06:30');
    fireEvent.click(screen.getByRole('button', { name: 'Preview recipients' }));
    expect(await screen.findByText(/^100, last on 24 Nov 2026/)).toBeInTheDocument();
    type(/^Subject/, 'Sorry');
    type(/^Text/, 'A text');
    expect(screen.getByRole('button', { name: 'Email 1 recipient…' })).toBeEnabled();
    fireEvent.click(screen.getByLabelText(/^Also email the 100 recipients/));
    fireEvent.click(screen.getByRole('button', { name: 'Email 101 recipients…' }));
    type(/^Reason/, 'outage');
    type(/^Type 101/, '101');
    fireEvent.click(screen.getByRole('button', { name: 'Email 101 recipients' }));
    expect(await screen.findByText('99 sent, 1 queued, 1 failing')).toBeInTheDocument();
    expect(bodyOf('/incident-mails')).toMatchObject({ includesMailed: true, confirmation: '101' });
  });

  it('mailing asks for the second factor if it is stale, and then continues', async () => {
    const refused = { success: false, code: 'step_up_required', message: 'Confirm' };
    const refuseOnce = () => fetch.mockResolvedValueOnce(Response.json(refused, { status: 403 }));
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T06:30');
    refuseOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Preview recipients' }));
    await vi.waitFor(() => expect(client.stepUp.isPending()).toBe(true));
    client.stepUp.finish(true);
    await screen.findByText('Asha, Guest and 99 more');
    type(/^Subject/, 'Sorry');
    type(/^Text/, 'A text');
    fireEvent.click(screen.getByRole('button', { name: 'Email 101 recipients…' }));
    type(/^Reason/, 'outage');
    type(/^Type 101/, '101');
    refuseOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Email 101 recipients' }));
    await vi.waitFor(() => expect(client.stepUp.isPending()).toBe(true));
    client.stepUp.finish(true);
    expect(await screen.findByText('99 sent, 1 queued, 1 failing')).toBeInTheDocument();
  });

  it('a change of the selection discards the preview', async () => {
    fireEvent.click(await screen.findByLabelText('fal'));
    type(/^Created from/, '2026-11-24T05:30');
    type(/^Created before/, '2026-11-24T06:30');
    fireEvent.click(screen.getByRole('button', { name: 'Preview recipients' }));
    await screen.findByText('Asha, Guest and 99 more');
    type(/^Outcome/, 'waited');
    await vi.waitFor(() => expect(screen.queryByText('Asha, Guest and 99 more')).not.toBeInTheDocument());
  });
});
