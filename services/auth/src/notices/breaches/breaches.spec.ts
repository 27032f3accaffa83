import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { uuidv7 } from 'uuidv7';
import { DueBreachNotices } from '../alerts/due-breach-notices';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const HOUR_MS = 3_600_000;
const OPERATOR = 'admin@example.com';

describe('breaches of personal data', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(() => app.close());
  // Events cannot be deleted, so each test leaves its breaches closed.
  afterEach(() => app.rows('UPDATE breaches SET closed_at = coalesce(closed_at, now())'));

  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const record = (changes: Partial<RequestOf<typeof authCalls.recordBreach>> = {}) =>
    app.calls.call(authCalls.recordBreach, {
      adminId,
      title: 'Copied backup',
      description: 'A backup was copied to a public folder.',
      noticedBy: 'Asha, operations',
      noticedAt: ago(0),
      ...changes,
    });
  const add = (
    breachId: string,
    selection: Omit<RequestOf<typeof authCalls.addBreachAccounts>, 'adminId' | 'breachId'>,
  ) => app.calls.call(authCalls.addBreachAccounts, { adminId, breachId, ...selection });
  const act = (breachId: string, action: RequestOf<typeof authCalls.addBreachEvent>['action'], text = 'Reference 17') =>
    app.calls.call(authCalls.addBreachEvent, { adminId, breachId, action, text });
  const accountsOf = async (breachId: string) =>
    (await app.calls.call(authCalls.listBreachAccounts, { breachId, limit: 500 })).items.map(({ id }) => id);
  const get = (breachId: string) => app.calls.call(authCalls.getBreach, { breachId });

  it('the clocks of 6 and 72 hours start when the breach was noticed, not when it was recorded', async () => {
    const noticedAt = ago(2);
    const breach = await record({ noticedAt });
    expect(Date.parse(breach.certInDueAt) - Date.parse(noticedAt)).toBe(6 * HOUR_MS);
    expect(Date.parse(breach.boardDueAt) - Date.parse(noticedAt)).toBe(72 * HOUR_MS);
    expect(breach).toMatchObject({ recordedBy: OPERATOR, accounts: 0, closedAt: null, certInNotifiedAt: null });
    expect(breach.events).toMatchObject([{ what: 'recorded', by: OPERATOR, text: 'Copied backup' }]);
    expect((await app.calls.call(authCalls.listBreaches, { limit: 1 })).items).toMatchObject([{ id: breach.id }]);
    await expect(record({ noticedAt: ago(-1) })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(record({ adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('operators are alerted at half of the time of each notice, and when one is overdue, until it is recorded as sent', async () => {
    const causes = async () =>
      (await app.resolve(DueBreachNotices).alertCauses()).map(({ subject, summary }) => [subject, summary]);
    const { id } = await record({ noticedAt: ago(2.9) });
    expect(await causes()).toEqual([]);
    const pass = (hours: number) =>
      app.rows(
        `UPDATE breaches SET noticed_at = noticed_at - v.t, cert_in_due_at = cert_in_due_at - v.t, board_due_at = board_due_at - v.t
           FROM (SELECT $2 * interval '1 hour' AS t) AS v WHERE id = $1`,
        [id, hours],
      );
    await pass(0.2);
    expect(await causes()).toEqual([
      [
        'half_way',
        expect.stringMatching(
          /^Half of the time to send 1 notice of a breach has passed; the first is due in 17\d min\.$/,
        ),
      ],
    ]);
    await pass(3);
    expect(await causes()).toEqual([['overdue', 'The time to send 1 notice of a breach has passed.']]);
    await act(id, 'cert_in_notified');
    expect(await causes()).toEqual([]);
    await pass(30);
    expect(await causes()).toMatchObject([['half_way', expect.any(String)]]);
    await act(id, 'closed', 'It was a test backup without data');
    expect(await causes()).toEqual([]);
  });

  it('pasted ids and addresses select accounts once, and unknown ones are returned', async () => {
    const [one, two] = [(await app.confirmed()).user, (await app.confirmed()).user];
    const { id } = await record();
    const accounts = `${one.email.toUpperCase()}, ${two.id}\n${one.id}; nobody@example.com`;
    expect(await add(id, { kind: 'accounts', accounts })).toEqual({
      added: 2,
      unknown: ['nobody@example.com'],
      unnamedReads: 0,
    });
    expect(await add(id, { kind: 'accounts', accounts: two.email })).toMatchObject({ added: 0, unknown: [] });
    expect(await accountsOf(id)).toEqual([one.id, two.id].sort());
    expect((await get(id)).accounts).toBe(2);
    await expect(add(id, { kind: 'accounts', accounts: ' ,' })).rejects.toMatchObject({ code: 'validation_failed' });
    const cleared = await app.calls.call(authCalls.clearBreachAccounts, {
      adminId,
      breachId: id,
      reason: 'Wrong list',
    });
    expect([cleared.accounts, cleared.events.at(-1)?.text]).toEqual([0, '2 accounts: Wrong list']);
  });

  it('a time range selects the accounts whose sessions were in use', async () => {
    const [inside, before] = [(await app.confirmed()).user, (await app.confirmed()).user];
    await app.rows(
      `UPDATE sessions SET created_at = now() - interval '30 days', last_used_at = now() - interval '20 days' WHERE user_id = $1`,
      [before.id],
    );
    const { id } = await record();
    await add(id, { kind: 'sessions', from: ago(24 * 10), to: ago(-1) });
    const selected = await accountsOf(id);
    expect([selected.includes(inside.id), selected.includes(before.id)]).toEqual([true, false]);
    await add(id, { kind: 'sessions', from: ago(24 * 25), to: ago(24 * 10) });
    expect(await accountsOf(id)).toContain(before.id);
    await expect(add(id, { kind: 'sessions', from: ago(1), to: ago(2) })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(add(id, { kind: 'sessions' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('the audit log selects the accounts that an operator read, and counts reads that name nobody', async () => {
    const [viewed, blocked, other] = [
      (await app.confirmed()).user,
      (await app.confirmed()).user,
      (await app.confirmed()).user,
    ];
    const access = (action: 'user_viewed' | 'users_listed', subject: string | null) =>
      app.calls.call(authCalls.recordAccess, { id: uuidv7(), adminId, action, subject, details: {} });
    await access('user_viewed', viewed.id);
    await access('users_listed', null);
    await app.calls.call(authCalls.blockUser, { userId: blocked.id, adminId, reason: 'spam' });
    const { id } = await record();
    const range = { from: ago(1), to: ago(-1) };
    const selection = await add(id, { kind: 'operator', operator: OPERATOR.toUpperCase(), ...range });
    expect(selection).toEqual({ added: 2, unknown: [], unnamedReads: 1 });
    const selected = await accountsOf(id);
    expect([viewed, blocked, other].map((user) => selected.includes(user.id))).toEqual([true, true, false]);
    const nobody = await add(id, { kind: 'operator', operator: 'nobody@example.com', ...range });
    expect(nobody).toEqual({ added: 0, unknown: [], unnamedReads: 0 });
    await expect(add(id, { kind: 'operator', ...range })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('all accounts are selected, and are listed in pages without the data of deleted ones', async () => {
    const [{ user }] = await Promise.all([app.confirmed(), app.confirmed()]);
    const { id } = await record();
    await add(id, { kind: 'all' });
    const [{ n } = { n: 0 }] = await app.rows<{ n: number }>('SELECT count(*)::int AS n FROM users');
    expect((await get(id)).accounts).toBe(n);
    await app.rows(`UPDATE users SET status = 'closed', email = 'closed:' || id, email_as_typed = '' WHERE id = $1`, [
      user.id,
    ]);
    const first = await app.calls.call(authCalls.listBreachAccounts, { breachId: id, limit: 1 });
    expect(first.nextCursor).toBe(first.items[0]?.id);
    const all = await app.calls.call(authCalls.listBreachAccounts, { breachId: id, limit: 500 });
    expect(all.items.find((each) => each.id === user.id)).toEqual({
      id: user.id,
      email: '',
      name: '',
      status: 'closed',
    });
  });

  it('drafts contain the facts until an operator changes them, and each version stays as proof', async () => {
    const { id, notices } = await record({ noticedAt: '2026-11-20T10:00:00Z' });
    expect(notices.map(({ kind, isDraft }) => [kind, isDraft])).toEqual([
      ['cert_in', true],
      ['board', true],
      ['users', true],
    ]);
    for (const { text } of notices) {
      expect(text).toContain('A backup was copied to a public folder.');
      expect(text).toContain('20 November 2026');
      expect(text).toContain('15:30 IST');
    }
    await app.calls.call(authCalls.saveBreachNotice, { adminId, breachId: id, kind: 'board', text: 'Dear Board' });
    const saved = await get(id);
    expect(saved.notices[1]).toEqual({ kind: 'board', text: 'Dear Board', isDraft: false });
    expect(saved.events.at(-1)).toMatchObject({ what: 'notice_changed', by: OPERATOR, text: 'board: Dear Board' });
  });

  it('what was done is recorded once, cannot be changed, and ends with the breach', async () => {
    const { id } = await record();
    await act(id, 'note', 'The folder is private again');
    const notified = await act(id, 'board_notified');
    expect(notified.boardNotifiedAt).toEqual(expect.any(String));
    // The draft as it was sent is part of the proof.
    expect(notified.events.at(-2)?.text).toMatch(/^board: To: Data Protection Board of India/);
    expect(notified.notices.find(({ kind }) => kind === 'board')?.isDraft).toBe(false);
    await expect(act(id, 'board_notified')).rejects.toMatchObject({ code: 'conflict' });
    await act(id, 'users_notified');
    const clear = app.calls.call(authCalls.clearBreachAccounts, { adminId, breachId: id, reason: 'Wrong list' });
    await expect(clear).rejects.toMatchObject({ code: 'conflict' });
    const closed = await act(id, 'closed', 'All were informed');
    expect(closed.events.map(({ what }) => what)).toEqual([
      ...['recorded', 'note', 'notice_changed', 'board_notified', 'notice_changed', 'users_notified', 'closed'],
    ]);
    await expect(act(id, 'note')).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(id, { kind: 'all' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(act(uuidv7(), 'note')).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.rows('DELETE FROM breach_events')).rejects.toThrow('append-only');
    await expect(app.rows(`UPDATE breach_events SET text = ''`)).rejects.toThrow('append-only');
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: id });
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array<string>(6).fill('breach_changed'),
      'breach_recorded',
    ]);
  });
});
