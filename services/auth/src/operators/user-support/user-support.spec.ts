import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../../identity/account-deletions/anonymization.service';
import { type AuthTestApp, device, password, startAuthTestApp } from '../../test/auth-test-app';

describe('support of users', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(() => app.close());

  const actionsOn = async (subject: string) =>
    (await app.calls.call(authCalls.listAuditLog, { limit: 100, subject })).entries.map(({ action, details }) => ({
      action,
      details,
    }));

  it('an operator signs a user out everywhere, and the user can sign in again', async () => {
    const first = await app.confirmed();
    const { email, id } = first.user;
    const second = await app.calls.call(authCalls.signIn, { email, password, device });
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const received: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (message) => void received.push(message));
    const signOut = () => app.calls.call(authCalls.signOutUser, { userId: id, adminId, reason: 'lost phone' });
    expect(await signOut()).toEqual({ sessions: 2 });
    expect(await signOut()).toEqual({ sessions: 0 });
    const sessionIds = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    await eventually(() => expect(received).toEqual([{ userId: id, sessionIds, reason: 'signed_out' }]));
    for (const { refresh_token: refreshToken } of [first, second]) {
      const refresh = app.calls.call(authCalls.refresh, { refreshToken, device });
      await expect(refresh).rejects.toMatchObject({ code: 'unauthorized' });
    }
    await app.calls.call(authCalls.signIn, { email, password, device });
    expect(await actionsOn(id)).toEqual([
      { action: 'user_signed_out', details: { sessions: '0', reason: 'lost phone' } },
      { action: 'user_signed_out', details: { sessions: '2', reason: 'lost phone' } },
    ]);
    await broadcasts.close();
  });

  it('an operator resends the confirmation within the limits of mails', async () => {
    const { id, email } = await app.signUp();
    const resend = (userId = id) => app.calls.call(authCalls.resendConfirmationOf, { userId, adminId });
    await resend();
    await expect(resend()).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await app.mailsTo(email)).toEqual(['confirm', 'confirm']);
    expect(await actionsOn(id)).toEqual([{ action: 'confirmation_resent', details: {} }]);
    await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(email), device });
    await expect(resend()).rejects.toMatchObject({ code: 'conflict' });
    await expect(resend(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('notes have an author and a time, newest first, and are deleted with the account', async () => {
    const { id } = (await app.confirmed()).user;
    const add = (text: string, userId = id) => app.calls.call(authCalls.addUserNote, { userId, adminId, text });
    const notes = async (page: object = {}) =>
      app.calls.call(authCalls.listUserNotes, { userId: id, limit: 20, ...page });
    const none = { items: [], nextCursor: null, total: 0, isTotalCapped: false };
    const one = await add(' Called about <b>an invoice</b>\0 ');
    const two = await add('Invoice sent');
    expect(one).toMatchObject({ author: 'admin@example.com', text: 'Called about <b>an invoice</b>' });
    expect(await notes()).toEqual({ ...none, items: [two, one], total: 2 });
    expect(await notes({ limit: 1 })).toEqual({ ...none, items: [two], nextCursor: two.id, total: 2 });
    expect(await notes({ limit: 1, cursor: two.id })).toEqual({ ...none, items: [one], total: 2 });
    const [entry] = await actionsOn(id);
    expect(entry).toEqual({ action: 'user_note_added', details: { note: two.id } });
    await expect(add('  ')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(add('a', uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });

    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [id]);
    await app.resolve(AnonymizationService).anonymize(id);
    expect(await notes()).toEqual(none);
    await expect(add('late')).rejects.toMatchObject({ code: 'account_closed' });
  });

  it('an unknown operator is rejected', async () => {
    const { id } = await app.signUp();
    const by = { userId: id, adminId: uuidv7() };
    const forbidden = { code: 'forbidden' };
    await expect(app.calls.call(authCalls.signOutUser, { ...by, reason: 'spam' })).rejects.toMatchObject(forbidden);
    await expect(app.calls.call(authCalls.resendConfirmationOf, by)).rejects.toMatchObject(forbidden);
    await expect(app.calls.call(authCalls.addUserNote, { ...by, text: 'a' })).rejects.toMatchObject(forbidden);
  });
});
