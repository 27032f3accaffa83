import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('blocking users', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });

  afterAll(() => app.close());

  const block = (userId: string, by = adminId) =>
    app.calls.call(authCalls.blockUser, { userId, adminId: by, reason: 'spam' });
  const entries = async () => (await app.calls.call(authCalls.listAuditLog, { limit: 100 })).entries;

  it('blocking revokes and broadcasts every session and locks the user out, until the user is unblocked', async () => {
    const first = await app.confirmed();
    const { email, id } = first.user;
    const second = await app.calls.call(authCalls.signIn, { email, password, device });
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const received: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (message) => void received.push(message));

    expect((await block(id)).user_metadata.status).toBe('blocked');
    expect((await block(id)).user_metadata.status).toBe('blocked');
    const ids = expect.arrayContaining([first.session_id, second.session_id]) as string[];
    // The second broadcast is for gateways that missed the first; it revokes no further session.
    const again = { userId: id, sessionIds: [], reason: 'blocked' };
    await eventually(() => expect(received).toEqual([{ ...again, sessionIds: ids }, again]));
    const disabled = () => app.calls.call(authCalls.listDisabledAccounts, { userIds: [id, adminId, uuidv7()] });
    expect(await disabled()).toEqual({ userIds: [id] });
    const { sessions } = await app.calls.call(authCalls.listRevokedSessions, { withinSeconds: 960 });
    expect(sessions).toContainEqual({ id: first.session_id, userId: id, reason: 'blocked' });

    const blocked = { code: 'user_blocked', status: 403 };
    await expect(app.calls.call(authCalls.signIn, { email, password, device })).rejects.toMatchObject(blocked);
    for (const { refresh_token } of [first, second]) {
      const refresh = { refreshToken: refresh_token, device };
      await expect(app.calls.call(authCalls.refresh, refresh)).rejects.toMatchObject(blocked);
    }
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const token = await app.mailedToken(email, 'password_reset');
    await expect(app.calls.call(authCalls.redeemPasswordReset, { token, device })).rejects.toMatchObject(blocked);

    const change = { userId: id, adminId };
    expect((await app.calls.call(authCalls.unblockUser, change)).user_metadata.status).toBe('active');
    await app.calls.call(authCalls.unblockUser, change);
    await app.calls.call(authCalls.signIn, { email, password, device });
    expect(await disabled()).toEqual({ userIds: [] });
    const late = { refreshToken: first.refresh_token, device };
    await expect(app.calls.call(authCalls.refresh, late)).rejects.toMatchObject({ code: 'unauthorized' });
    const own = (await entries()).filter((entry) => entry.subject === id);
    expect(own).toMatchObject([
      { action: 'user_unblocked', adminId, adminEmail: 'admin@example.com', details: {} },
      { action: 'user_blocked', adminId, adminEmail: 'admin@example.com', details: { reason: 'spam' } },
    ]);
    await broadcasts.close();
  });

  it('an unknown operator or user is rejected', async () => {
    const { user } = await app.confirmed();
    await expect(block(user.id, uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(block(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
  });
});
