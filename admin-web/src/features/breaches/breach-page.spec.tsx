import type { BreachDetails, BreachMailings } from '@luit/contracts/auth/breaches';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import BreachPage from './breach-page';
import BreachesPage from './breaches-page';
import NewBreachPage from './new-breach-page';

const BREACH: BreachDetails = {
  id: 'b-1',
  title: 'Copied backup',
  description: 'A backup was copied.',
  noticedBy: 'Asha',
  noticedAt: '2026-11-20T09:00:00.000Z',
  recordedAt: '2026-11-20T09:30:00.000Z',
  recordedBy: 'ops@luit.example',
  certInDueAt: '2026-11-20T15:00:00.000Z',
  boardDueAt: '2026-11-23T09:00:00.000Z',
  certInNotifiedAt: null,
  boardNotifiedAt: '2026-11-21T09:00:00.000Z',
  usersNotifiedAt: null,
  closedAt: null,
  accounts: 3,
  events: [{ at: '2026-11-20T09:30:00.000Z', what: 'recorded', by: 'ops@luit.example', text: 'Copied backup' }],
  notices: [
    { kind: 'cert_in', text: 'To: CERT-In', isDraft: true },
    { kind: 'board', text: 'Dear Board', isDraft: false },
    { kind: 'users', text: 'We are sorry', isDraft: true },
  ],
};

const MAILINGS: BreachMailings = {
  ...{ recipients: 3, deleted: 1, sent: [] },
  texts: [{ language: 'en', subject: 'Your personal data', text: 'We are sorry' }],
};

describe('breaches', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const state = { breach: BREACH, mailings: MAILINGS };

  beforeEach(() => {
    Object.assign(state, { breach: BREACH, mailings: MAILINGS });
    fetch.mockReset();
    fetch.mockImplementation((url, init) => {
      const selection = { added: 2, unknown: ['nobody@example.com'], unnamedReads: 4 };
      const isList = String(url).includes('limit=');
      const one = init?.method === 'POST' && String(url).endsWith('/accounts') ? { selection } : state;
      const data = isList ? { items: [BREACH], nextCursor: null, total: 1 } : one;
      return Promise.resolve(Response.json({ success: true, data }));
    });
  });

  const sent = (method: string) => {
    const [path, init] = fetch.mock.calls.findLast(([, each]) => each?.method === method) ?? [];
    return [path, JSON.parse((init?.body ?? 'null') as string)] as [string, unknown];
  };
  const showOne = async () => {
    renderSignedIn(<BreachPage />, fetch, { role: 'owner' });
    return within(await screen.findByRole('region', { name: 'Notice: CERT-In' }));
  };

  it('the list shows how long the notices may still wait', async () => {
    renderSignedIn(<BreachesPage />, fetch, { role: 'owner' });
    expect(await screen.findByText(/^Overdue for/)).toBeInTheDocument();
    expect(screen.getByText(/^Sent/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Copied backup' })).toHaveAttribute('href', '/breaches/b-1');
    expect(screen.getByRole('link', { name: 'Record a breach' })).toBeInTheDocument();
  });

  it('an operator records a breach with the time in India', async () => {
    renderSignedIn(<NewBreachPage />, fetch, { role: 'owner' });
    const button = screen.getByRole('button', { name: 'Record breach' });
    expect(button).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Title'), 'Copied backup');
    await userEvent.type(screen.getByLabelText('What happened'), 'A backup was copied.');
    await userEvent.type(screen.getByLabelText('Noticed by'), 'Asha');
    await userEvent.type(screen.getByLabelText(/^Noticed at/), '2026-11-20T14:30');
    await userEvent.click(button);
    await vi.waitFor(() =>
      expect(sent('POST')).toEqual([
        '/api/admin/breaches',
        {
          ...{ title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha' },
          noticedAt: '2026-11-20T14:30:00+05:30',
        },
      ]),
    );
  });

  it('an operator changes a draft, and records with a reference that it was sent', async () => {
    const notice = await showOne();
    const text = notice.getByLabelText('Text');
    await userEvent.type(text, ', today');
    expect(notice.getByRole('button', { name: 'Record as sent…' })).toBeDisabled();
    await userEvent.click(notice.getByRole('button', { name: 'Save text' }));
    await vi.waitFor(() => expect(sent('PUT')[1]).toEqual({ text: 'To: CERT-In, today' }));
    await userEvent.clear(text);
    await userEvent.type(text, 'To: CERT-In');
    await userEvent.click(notice.getByRole('button', { name: 'Record as sent…' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('How it was sent, and its reference'), 'By email, 17');
    await userEvent.click(dialog.getByRole('button', { name: 'Record as sent' }));
    await vi.waitFor(() => expect(sent('POST')[1]).toEqual({ action: 'cert_in_notified', text: 'By email, 17' }));
    const board = within(screen.getByRole('region', { name: 'Notice: Data Protection Board' }));
    expect(board.queryByRole('button', { name: 'Record as sent…' })).toBeNull();
  });

  it('affected accounts are added from a list or the audit log, with what was not found', async () => {
    await showOne();
    const accounts = within(screen.getByRole('region', { name: 'Affected accounts: 3' }));
    await userEvent.selectOptions(accounts.getByLabelText('Add accounts'), 'operator');
    await userEvent.type(accounts.getByLabelText('Email of the operator'), 'eve@luit.example');
    await userEvent.type(accounts.getByLabelText(/^From/), '2026-11-20T10:00');
    await userEvent.type(accounts.getByLabelText(/^Before/), '2026-11-20T12:00');
    await userEvent.click(accounts.getByRole('button', { name: 'Add accounts' }));
    expect(await accounts.findByText('2 added.')).toBeInTheDocument();
    expect(accounts.getByText('No account: nobody@example.com')).toBeInTheDocument();
    expect(accounts.getByText(/^4 reads of lists or other pages/)).toBeInTheDocument();
    expect(sent('POST')[1]).toEqual({
      ...{ kind: 'operator', operator: 'eve@luit.example' },
      ...{ from: '2026-11-20T10:00:00+05:30', to: '2026-11-20T12:00:00+05:30' },
    });
  });

  it('an owner emails the affected accounts by typing their number, and sees the progress', async () => {
    const notices = [{ kind: 'users', text: 'We are sorry', isDraft: false } as const];
    state.breach = { ...BREACH, notices };
    renderSignedIn(<BreachPage />, fetch, { role: 'owner' });
    await screen.findByText('3 accounts would get it in their language, including blocked ones.');
    screen.getByText('1 account that was deleted cannot be emailed.');
    await userEvent.click(screen.getByRole('button', { name: 'Email 3 accounts…' }));
    const dialog = within(screen.getByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Email affected users' });
    await userEvent.type(dialog.getByLabelText('Reason'), 'It is due');
    expect(confirm).toBeDisabled();
    await userEvent.type(dialog.getByLabelText('Type 3 to confirm'), '3');
    const mailing = {
      by: 'ops@luit.example',
      at: '2026-11-21T09:00:00.000Z',
      reason: 'It is due',
      recipients: 3,
      mails: 1,
    };
    state.mailings = { ...MAILINGS, sent: [{ ...mailing, isComplete: false }] };
    await userEvent.click(confirm);
    await screen.findByText(/Emails to 1 of 3 accounts are queued so far/);
    expect(sent('POST')).toEqual(['/api/admin/breaches/b-1/mailings', { confirmation: '3', reason: 'It is due' }]);
    expect(screen.queryByRole('button', { name: /^Email 3/ })).toBeNull();
  });

  it('a text that is a draft or has brackets is not emailed', async () => {
    await showOne();
    expect(await screen.findByRole('button', { name: 'Email 3 accounts…' })).toBeDisabled();
    screen.getByText('Complete and save the text for affected users first.');
  });
});
