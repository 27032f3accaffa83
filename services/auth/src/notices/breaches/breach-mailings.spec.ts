import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { MailingsService } from '../mails/mailings.service';

const OPERATOR = 'admin@example.com';
const TEXT = 'A backup was copied.\n\nChoose a new password.';

describe('mails to the people affected by a breach', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    for (let i = 0; i < 5; i += 1) await app.confirmed(`user${i}@example.com`);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE email = 'user2@example.com'`);
    await app.signUp('unconfirmed@example.com');
  });
  afterAll(() => app.close());
  // Events cannot be deleted, so each test leaves its breaches closed.
  afterEach(() => app.rows('UPDATE breaches SET closed_at = coalesce(closed_at, now())'));

  const EVERYONE = [...[0, 1, 2, 3, 4].map((n) => `user${n}@example.com`), 'unconfirmed@example.com'];
  const add = (breachId: string, accounts: string[]) =>
    app.calls.call(authCalls.addBreachAccounts, { adminId, breachId, kind: 'accounts', accounts: accounts.join(' ') });
  const save = (breachId: string, text: string) =>
    app.calls.call(authCalls.saveBreachNotice, { adminId, breachId, kind: 'users', text });
  const record = async (accounts = EVERYONE, text: string | null = TEXT) => {
    const facts = { title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha' };
    const noticedAt = new Date().toISOString();
    const { id } = await app.calls.call(authCalls.recordBreach, { adminId, ...facts, noticedAt });
    await add(id, accounts);
    if (text) await save(id, text);
    return id;
  };
  const send = (
    breachId: string,
    confirmation: string,
    changes: Partial<RequestOf<typeof authCalls.sendBreachNotice>> = {},
  ) => app.calls.call(authCalls.sendBreachNotice, { adminId, breachId, confirmation, reason: 'due', ...changes });
  const mailings = (breachId: string) => app.calls.call(authCalls.getBreachMailings, { breachId });
  const get = (breachId: string) => app.calls.call(authCalls.getBreach, { breachId });
  const isSent = (breachId: string) =>
    eventually(async () => expect((await mailings(breachId)).sent[0]).toMatchObject({ isComplete: true }));
  const mailsOf = (breachId: string) =>
    app.rows<{ id: string; to: string }>(
      `SELECT m.id, m."to" FROM mails m JOIN mailings g ON g.id::text = m.details ->> 'mailingId' WHERE g.subject = $1 ORDER BY m."to"`,
      [breachId],
    );
  /** A mailing that no replica works on yet. */
  const start = (breachId: string, recipients: number) =>
    app.rows(
      `INSERT INTO mailings (kind, subject, admin_id, reason, details, recipients)
       VALUES ('breach_notice', $1, $2, 'due', jsonb_build_object('text', $3::text), $4)`,
      [...[breachId, adminId, TEXT, recipients]],
    );

  it('the proof says when the notice was confirmed and queued, who sent it and to how many accounts', async () => {
    const id = await record();
    await send(id, '6');
    await isSent(id);
    expect(await mailings(id)).toMatchObject({
      recipients: 0,
      deleted: 0,
      sent: [{ by: OPERATOR, reason: 'due', recipients: 6, mails: 6, isComplete: true }],
    });
    const { events, usersNotifiedAt } = await get(id);
    expect(usersNotifiedAt).toEqual(expect.any(String));
    expect(events.slice(-2)).toMatchObject([
      { what: 'notice_confirmed', by: OPERATOR, text: 'Email the notice to 6 accounts: due' },
      { what: 'users_notified', by: OPERATOR, text: 'The notice was emailed to 6 of 6 accounts: due' },
    ]);
    await expect(mailings(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('accounts that are added later are mailed by themselves, and deleted ones are counted', async () => {
    const id = await record(EVERYONE.slice(0, 1));
    await send(id, '1');
    await isSent(id);
    const { usersNotifiedAt } = await get(id);
    const { user } = await app.confirmed();
    await add(id, [EVERYONE[0]!, EVERYONE[3]!, user.id]);
    await app.rows(`UPDATE users SET status = 'closed', email = 'closed:' || id WHERE id = $1`, [user.id]);
    expect(await mailings(id)).toMatchObject({ recipients: 1, deleted: 1 });
    await save(id, 'Another text');
    await send(id, '1');
    await eventually(async () => expect((await mailings(id)).sent).toMatchObject([{ isComplete: true }, { mails: 1 }]));
    const mails = await mailsOf(id);
    expect(mails.map(({ to }) => to)).toEqual([EVERYONE[0], EVERYONE[3]]);
    const texts = await Promise.all(
      mails.map(async ({ id: mailId }) => (await app.calls.call(authCalls.renderMail, { mailId }))?.text),
    );
    expect([texts[0]?.includes('Another text'), texts[1]?.includes('Another text')]).toEqual([false, true]);
    expect((await get(id)).usersNotifiedAt).toBe(usersNotifiedAt);
  });

  it('an account that is deleted before its mail is queued gets none, and the proof says so', async () => {
    const { user } = await app.confirmed();
    const id = await record([EVERYONE[0]!, user.email]);
    await app.rows(`UPDATE users SET status = 'closed', email = 'closed:' || id WHERE id = $1`, [user.id]);
    await start(id, 2);
    await app.resolve(MailingsService).queueBatch();
    await isSent(id);
    expect((await get(id)).events.at(-1)?.text).toBe(
      'The notice was emailed to 1 of 2 accounts (1 accounts were deleted before): due',
    );
  });

  it('a notice that is a draft, has brackets, reaches nobody or is not confirmed is refused', async () => {
    const id = await record(EVERYONE, null);
    await expect(send(id, '6')).rejects.toMatchObject({ code: 'conflict' });
    await save(id, 'What this means for you: [which of your data]');
    await expect(send(id, '6')).rejects.toMatchObject({ code: 'conflict' });
    await save(id, TEXT);
    await expect(send(id, '5')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(send(id, '6', { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(send(uuidv7(), '6')).rejects.toMatchObject({ code: 'not_found' });
    const nobody = await app.calls.call(authCalls.clearBreachAccounts, { adminId, breachId: id, reason: 'Wrong list' });
    expect(nobody.accounts).toBe(0);
    await expect(send(id, '0')).rejects.toMatchObject({ code: 'conflict' });
    expect(await mailsOf(id)).toEqual([]);
    expect((await get(id)).usersNotifiedAt).toBeNull();
  });

  it('while the notice is being sent, its accounts stay as confirmed and the breach stays open', async () => {
    const id = await record();
    // The mailer waits for these rows.
    await app.rows('BEGIN');
    await app.rows('SELECT FROM breach_accounts WHERE breach_id = $1 FOR UPDATE', [id]);
    try {
      await send(id, '6');
      await send(id, '6');
      expect((await mailings(id)).sent).toMatchObject([{ recipients: 6, mails: 0, isComplete: false }]);
      await expect(add(id, ['user0@example.com'])).rejects.toMatchObject({ code: 'conflict' });
      const changes = [
        app.calls.call(authCalls.clearBreachAccounts, { adminId, breachId: id, reason: 'Wrong list' }),
        ...(['closed', 'users_notified'] as const).map((action) =>
          app.calls.call(authCalls.addBreachEvent, { adminId, breachId: id, action, text: 'done' }),
        ),
      ];
      for (const change of changes) await expect(change).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      await app.rows('COMMIT');
    }
    await isSent(id);
    expect(await mailsOf(id)).toHaveLength(6);
  });
});
