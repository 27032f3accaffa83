import { alertCalls } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { decode } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, device, firstAdmin, startAuthTestApp } from '../../test/auth-test-app';

const PASSWORD = 'a long river of words';

describe('operators as people', () => {
  let app: AuthTestApp;
  let owner: { adminId: string; sessionId: string };

  beforeAll(async () => {
    app = await startAuthTestApp();
    owner = await signIn(firstAdmin);
  });
  afterAll(() => app.close());

  const signIn = async (credentials: { email: string; password: string }) => {
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...credentials, device });
    const { sub, sid } = decode(token) as { sub: string; sid: string };
    return { adminId: sub, sessionId: sid };
  };
  const newAddress = () => `${uuidv7()}@example.com`;
  const invite = (email: string, role: OperatorRole = 'support') =>
    app.calls.call(authCalls.inviteOperator, { adminId: owner.adminId, email, role });
  const accept = (token: string, password = PASSWORD) =>
    app.calls.call(authCalls.acceptInvitation, { token, name: 'Mina Bora', password, device });
  const joined = async (role: OperatorRole = 'support') => {
    const email = newAddress();
    await invite(email, role);
    await accept(await app.mailedToken(email, 'operator_invitation'));
    return { ...(await signIn({ email, password: PASSWORD })), email };
  };
  const change = (operatorId: string, changes: { role?: OperatorRole; isDisabled?: boolean }) =>
    app.calls.call(authCalls.changeOperator, { adminId: owner.adminId, operatorId, ...changes });
  const check = (session: { adminId: string; sessionId: string }) =>
    app.calls.call(authCalls.checkAdminSession, session);
  const invalidLink = { code: 'link_invalid_or_expired' };

  it('an invited operator chooses a password and has the role; the link works once', async () => {
    const email = newAddress();
    const { invitation } = await invite(email.toUpperCase(), 'finance');
    expect(invitation).toMatchObject({ email, role: 'finance', invitedBy: 'admin@example.com', isExpired: false });
    const token = await app.mailedToken(email, 'operator_invitation');
    await expect(accept(token, 'too short')).rejects.toMatchObject({ code: 'weak_password' });
    expect(await accept(token)).toEqual({ email });
    await expect(accept(token)).rejects.toMatchObject(invalidLink);
    const session = await signIn({ email, password: PASSWORD });
    expect(await check(session)).toMatchObject({ active: true, operator: { role: 'finance' } });
    const { operators, invitations } = await app.calls.call(authCalls.listOperators, {});
    expect(operators).toContainEqual(expect.objectContaining({ email, name: 'Mina Bora', openSessions: 1 }));
    expect(invitations.map((each) => each.email)).not.toContain(email);
  });

  it('concurrent acceptances create one operator', async () => {
    const email = newAddress();
    await invite(email);
    const token = await app.mailedToken(email, 'operator_invitation');
    const results = await Promise.allSettled(Array.from({ length: 3 }, () => accept(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('an invitation to an address that belongs to an operator by now is refused in words', async () => {
    const email = newAddress();
    await invite(email);
    const token = await app.mailedToken(email, 'operator_invitation');
    await app.rows(`UPDATE admins SET email = $1 WHERE id = $2`, [email, (await joined()).adminId]);
    const message = 'An operator with this email address already exists.';
    await expect(accept(token)).rejects.toMatchObject({ code: 'email_taken', status: 409, message });
  });

  it('a link stops working when it is resent, revoked or three days old', async () => {
    const email = newAddress();
    const { invitation } = await invite(email);
    const first = await app.mailedToken(email, 'operator_invitation');
    const target = { adminId: owner.adminId, invitationId: invitation.id };
    const resent = await app.calls.call(authCalls.resendInvitation, target);
    await expect(accept(first)).rejects.toMatchObject(invalidLink);
    const second = await app.mailedToken(email, 'operator_invitation');
    expect(second).not.toBe(first);
    await app.rows(`UPDATE operator_invitations SET expires_at = now() WHERE email = $1`, [email]);
    await expect(accept(second)).rejects.toMatchObject(invalidLink);
    const again = { adminId: owner.adminId, invitationId: resent.invitation.id };
    const third = await app.calls.call(authCalls.resendInvitation, again);
    const token = await app.mailedToken(email, 'operator_invitation');
    const last = { adminId: owner.adminId, invitationId: third.invitation.id };
    await app.calls.call(authCalls.revokeInvitation, last);
    await expect(accept(token)).rejects.toMatchObject(invalidLink);
    await expect(app.calls.call(authCalls.resendInvitation, last)).rejects.toMatchObject({ code: 'not_found' });
    expect(await app.mailedToken(email, 'operator_invitation')).toBe('');
  });

  it('an address is invited once, and operators are not invited', async () => {
    const email = newAddress();
    await invite(email);
    await expect(invite(email)).rejects.toMatchObject({ code: 'email_taken' });
    await expect(invite(firstAdmin.email)).rejects.toMatchObject({ code: 'email_taken' });
  });

  it('the last owner keeps the role and cannot be disabled', async () => {
    for (const changes of [{ role: 'support' as const }, { isDisabled: true }])
      await expect(change(owner.adminId, changes)).rejects.toMatchObject({ code: 'conflict' });
    const other = await joined('owner');
    await change(other.adminId, { isDisabled: true });
    await expect(change(owner.adminId, { role: 'support' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('two owners who demote each other at once leave one', async () => {
    const other = await joined('owner');
    const results = await Promise.allSettled([
      change(other.adminId, { role: 'support' }),
      app.calls.call(authCalls.changeOperator, {
        adminId: other.adminId,
        operatorId: owner.adminId,
        role: 'support',
      }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await app.rows(`UPDATE admins SET role = 'owner' WHERE id = $1`, [owner.adminId]);
    await app.rows(`UPDATE admins SET role = 'support' WHERE id = $1`, [other.adminId]);
  });

  it('another role applies to open sessions, and a disabled operator has none and cannot sign in', async () => {
    const { email, ...session } = await joined('support');
    await change(session.adminId, { role: 'read_only' });
    expect(await check(session)).toMatchObject({ operator: { role: 'read_only' } });
    await change(session.adminId, { isDisabled: true });
    expect(await check(session)).toEqual({ active: false });
    await expect(signIn({ email, password: PASSWORD })).rejects.toMatchObject({ code: 'invalid_credentials' });
    await change(session.adminId, { isDisabled: false });
    expect(await check(session)).toEqual({ active: false });
    await signIn({ email, password: PASSWORD });
  });

  it('an owner signs an operator out everywhere', async () => {
    const { adminId, email } = await joined();
    const second = await signIn({ email, password: PASSWORD });
    const target = { adminId: owner.adminId, operatorId: adminId };
    expect(await app.calls.call(authCalls.signOutOperator, target)).toEqual({ ended: 2 });
    expect(await check(second)).toEqual({ active: false });
  });

  it('operators see and end their own sessions only', async () => {
    const { email, ...first } = await joined();
    const second = await signIn({ email, password: PASSWORD });
    const { sessions } = await app.calls.call(authCalls.getOperatorProfile, second);
    expect(sessions.map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [first.sessionId, false],
        [second.sessionId, true],
      ]),
    );
    const end = (revokedId: string) => app.calls.call(authCalls.revokeOperatorSession, { ...second, revokedId });
    await end(first.sessionId);
    expect(await check(first)).toEqual({ active: false });
    await expect(end(first.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(end(owner.sessionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a new password needs the current one and ends the other sessions', async () => {
    const { email, ...first } = await joined();
    const second = await signIn({ email, password: PASSWORD });
    const set = (currentPassword: string, password: string) =>
      app.calls.call(authCalls.changeOperatorPassword, { ...second, currentPassword, password, device });
    await expect(set('not the password', 'another long password')).rejects.toMatchObject({
      code: 'validation_failed',
      details: { currentPassword: 'Your current password is incorrect' },
    });
    await expect(set(PASSWORD, 'short')).rejects.toMatchObject({ code: 'weak_password' });
    await set(PASSWORD, 'another long password');
    expect(await check(first)).toEqual({ active: false });
    expect(await check(second)).toMatchObject({ active: true });
    await expect(signIn({ email, password: PASSWORD })).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('every change names who made it and which operator it changed', async () => {
    const { adminId, email } = await joined();
    await change(adminId, { role: 'operations' });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 1, subject: adminId });
    expect(entries).toMatchObject([
      {
        action: 'operator_changed',
        adminEmail: 'admin@example.com',
        details: { operator: email, role: 'support → operations' },
      },
    ]);
  });

  it('alerts are mailed to owners and operations', async () => {
    const [finance, operations] = [await joined('finance'), await joined('operations')];
    await app.rows(`DELETE FROM alerts`);
    const cause = { subject: uuidv7(), summary: 'The queue grows', action: 'Look', severity: 'warning' } as const;
    await app.calls.call(alertCalls.reportAlerts, { source: 'test', causes: [{ kind: 'dead_letters', ...cause }] });
    expect(await app.mailsTo(operations.email)).toContain('alert');
    expect(await app.mailsTo(finance.email)).not.toContain('alert');
  });
});
