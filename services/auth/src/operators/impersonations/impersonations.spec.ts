import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { decode, verify } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, device, startAuthTestApp } from '../../test/auth-test-app';
import { ImpersonationsService } from './impersonations.service';

const PASSWORD = 'a long river of words';

describe('impersonation sessions', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(() => app.close());

  const start = (userId: string) =>
    app.calls.call(authCalls.startImpersonation, { userId, adminId, reason: 'a video is missing' });
  const audit = async (subject: string) =>
    (await app.calls.call(authCalls.listAuditLog, { limit: 100, subject })).entries.map(({ action, details }) => ({
      action,
      details,
    }));

  it('a session has a signed token of 15 minutes that is neither a session nor activity of the user', async () => {
    const { user } = await app.confirmed();
    const before = await app.rows(`SELECT * FROM users WHERE id = $1`, [user.id]);
    const sessions = () => app.rows(`SELECT * FROM sessions WHERE user_id = $1`, [user.id]);
    const sessionsBefore = await sessions();
    const session = await start(user.id);
    const { keys } = await app.calls.call(authCalls.getVerificationKeys, {});
    const kid = decode(session.token, { complete: true })?.header.kid;
    const key = keys.find((each) => each.kid === kid);
    expect(key?.audience).toBe('luit-web');
    const claims = verify(session.token, key!.publicKeyPem) as unknown as AccessTokenClaims;
    expect(claims).toMatchObject({ sub: user.id, sid: session.id, typ: 'view', email: user.email });
    expect(claims.exp * 1_000).toBe(Date.parse(session.ends_at));
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(15 * 60);
    expect(await app.rows(`SELECT * FROM users WHERE id = $1`, [user.id])).toEqual(before);
    expect(await sessions()).toEqual(sessionsBefore);
  });

  it('its end by the operator revokes the token and is recorded once', async () => {
    const { user } = await app.confirmed();
    const session = await start(user.id);
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const received: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (message) => void received.push(message));
    const end = (by = adminId, userId = user.id) =>
      app.calls.call(authCalls.endImpersonation, { userId, sessionId: session.id, adminId: by });
    await expect(end(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(end(adminId, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await end();
    await end();
    const revoked = { userId: user.id, sessionIds: [session.id], reason: 'signed_out' };
    await eventually(() => expect(received).toEqual([revoked]));
    const { sessions } = await app.calls.call(authCalls.listRevokedSessions, { withinSeconds: 960 });
    expect(sessions).toContainEqual({ id: session.id, userId: user.id, reason: 'signed_out' });
    expect(await audit(user.id)).toEqual([
      { action: 'user_view_ended', details: { view: session.id, ended: 'by the operator' } },
      { action: 'user_view_started', details: { view: session.id, reason: 'a video is missing' } },
    ]);
    await broadcasts.close();
  });

  it('its end by time is recorded', async () => {
    const { user } = await app.confirmed();
    const session = await start(user.id);
    await app.rows(`UPDATE user_views SET ends_at = now() WHERE id = $1`, [session.id]);
    await app.resolve(ImpersonationsService).round();
    expect(await audit(user.id)).toContainEqual({
      action: 'user_view_ended',
      details: { view: session.id, ended: 'by time' },
    });
  });

  describe('of an operator', () => {
    const operator = async () => {
      const email = `${uuidv7()}@example.com`;
      const invited = { adminId, email, role: 'support' } as const;
      await app.calls.call(authCalls.inviteOperator, invited);
      const token = await app.mailedToken(email, 'operator_invitation');
      await app.calls.call(authCalls.acceptInvitation, { token, name: 'Mina Bora', password: PASSWORD, device });
      const [{ id } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins WHERE email = $1', [email]);
      return id;
    };
    const signIn = async (operatorId: string) => {
      const [{ email } = { email: '' }] = await app.rows<{ email: string }>('SELECT email FROM admins WHERE id = $1', [
        operatorId,
      ]);
      const { token } = await app.calls.call(authCalls.adminSignIn, { email, password: PASSWORD, device });
      return (decode(token) as AccessTokenClaims).sid;
    };
    const byOwner = (operatorId: string) => ({ adminId, operatorId });
    const ways: Record<string, (operatorId: string) => Promise<unknown>> = {
      'is disabled': (id) => app.calls.call(authCalls.changeOperator, { ...byOwner(id), isDisabled: true }),
      'gets a role without this permission': (id) =>
        app.calls.call(authCalls.changeOperator, { ...byOwner(id), role: 'finance' }),
      'signs out': async (id) => app.calls.call(authCalls.adminSignOut, { adminId: id, sessionId: await signIn(id) }),
      'signs out another device': async (id) =>
        app.calls.call(authCalls.revokeOperatorSession, {
          ...{ adminId: id, sessionId: uuidv7(), revokedId: await signIn(id) },
        }),
      'is signed out': (id) => app.calls.call(authCalls.signOutOperator, byOwner(id)),
      'loses the second factors': (id) => app.calls.call(authCalls.resetSecondFactors, byOwner(id)),
      'sets a new password': (id) =>
        app.calls.call(authCalls.changeOperatorPassword, {
          ...{ adminId: id, sessionId: uuidv7(), device },
          ...{ currentPassword: PASSWORD, password: 'a longer river of words' },
        }),
    };

    it.each(Object.entries(ways))('who %s end', async (_, end) => {
      const impersonator = await operator();
      const { user } = await app.confirmed();
      const view = { userId: user.id, reason: 'a video is missing' };
      const { id } = await app.calls.call(authCalls.startImpersonation, { ...view, adminId: impersonator });
      const other = await start(user.id);
      await end(impersonator);
      const { sessions } = await app.calls.call(authCalls.listRevokedSessions, { withinSeconds: 960 });
      expect(sessions).toContainEqual({ id, userId: user.id, reason: 'signed_out' });
      expect(sessions.map((session) => session.id)).not.toContain(other.id);
      expect(await audit(user.id)).toContainEqual({
        action: 'user_view_ended',
        details: { view: id, ended: 'with the operator’s sessions' },
      });
    });

    it('who gets another role with views go on', async () => {
      const impersonator = await operator();
      const { user } = await app.confirmed();
      const { id } = await app.calls.call(authCalls.startImpersonation, {
        userId: user.id,
        adminId: impersonator,
        reason: 'a video is missing',
      });
      await app.calls.call(authCalls.changeOperator, { ...byOwner(impersonator), role: 'owner' });
      const { sessions } = await app.calls.call(authCalls.listRevokedSessions, { withinSeconds: 960 });
      expect(sessions.map((session) => session.id)).not.toContain(id);
    });
  });

  it('an unknown user, and an account in deletion, cannot be viewed', async () => {
    await expect(start(uuidv7())).rejects.toMatchObject({ code: 'user_not_found' });
    const { id } = await app.signUp();
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [id]);
    await expect(start(id)).rejects.toMatchObject({ code: 'account_closed' });
  });
});
