import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { newUser, type TestUser, tokenFor } from '../../test/test-tokens';

const STARTED = { success: true, message: 'Your account is being deleted. We’ll email you when it’s done.' };

describe('account deletion [G-49]', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.deleteAccount, () => ({}));
    gateway.services.answer(billingCalls.getAccountDeletionAmount, () => ({ amountPaise: 0 }));
    gateway.services.answer(billingCalls.countAccountDeletion, () => ({ amountPaise: 0 }));
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });
  afterAll(() => gateway.close());

  const remove = (body: object = { password: 'correct horse' }, headers: Record<string, string> = gateway.bearer()) =>
    request(gateway.url).delete('/api/auth/account').set(headers).send(body);
  const bearer = (user: TestUser, type: 'access' | 'recovery' = 'access') => ({
    authorization: `Bearer ${tokenFor(gateway.users, user, { typ: type })}`,
  });

  it('the preview shows what would be refunded and what would be forfeited', async () => {
    await request(gateway.url).get('/api/auth/account/closing').expect(401);
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 900, available: 900, held: 18 }));
    gateway.services.answer(billingCalls.quoteUnusedCredits, () => ({ credits: 860, amountPaise: 85_914 }));
    const sealedUntil = '2028-06-16T09:00:00.000Z';
    gateway.services.answer(authCalls.getRecordRetention, () => ({ sealedUntil }));
    const answer = await request(gateway.url).get('/api/auth/account/closing').set(gateway.bearer()).expect(200);
    expect(answer.body).toEqual({
      success: true,
      credits: 900,
      held: 18,
      refund: { credits: 860, amountPaise: 85_914 },
      sealedUntil,
    });
  });

  it('the deletion needs the password of the signed-in user and clears the refresh token', async () => {
    const answer = await remove({ password: 'correct horse', userId: uuidv7(), wantsRefund: false });
    expect([answer.status, answer.body]).toEqual([202, STARTED]);
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^luit_refresh=; /)]);
    expect(gateway.services.received(authCalls.deleteAccount)).toMatchObject([
      { userId: gateway.user.id, by: { password: 'correct horse' }, wantsRefund: true },
    ]);
  });

  it('without a password, auth gets the session, whose sign-in has to be recent', async () => {
    await remove({}).expect(202);
    expect(gateway.services.received(authCalls.deleteAccount)).toMatchObject([
      { userId: gateway.user.id, by: { sessionId: gateway.user.sessionId }, wantsRefund: true },
    ]);
  });

  it('the route rejects missing tokens, password reset sessions and operators', async () => {
    await remove(undefined, {}).expect(401);
    await remove(undefined, bearer(newUser(), 'recovery')).expect(401);
    await remove(undefined, { authorization: `Bearer ${tokenFor(gateway.operators, newUser())}` }).expect(401);
    for (const body of [{ password: '' }, { password: 5 }]) {
      const refused = await remove(body).expect(400);
      expect(refused.body).toMatchObject({ message: 'Password is required' });
    }
    expect(gateway.services.received(authCalls.deleteAccount)).toEqual([]);
  });

  it('the gateway returns the error of auth with its message', async () => {
    gateway.services.answer(authCalls.deleteAccount, () => {
      throw new LuitError('invalid_credentials', 'This password is incorrect. Nothing was deleted.');
    });
    const refused = await remove().expect(401);
    expect(refused.body).toMatchObject({
      code: 'invalid_credentials',
      message: 'This password is incorrect. Nothing was deleted.',
    });
    gateway.services.answer(authCalls.deleteAccount, () => ({}));
    gateway.services.received(authCalls.deleteAccount);
  });

  it('a repeated deletion gets the same response after the sessions are revoked; other routes answer account_closed', async () => {
    const user = newUser();
    await remove(undefined, bearer(user)).expect(202);
    const broadcasts = TestBroadcasts.connect(gateway.redis.url);
    const { id: userId, sessionId } = user;
    const sessionIds = [sessionId];
    await broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds, reason: 'account_closed' });
    await eventually(async () => {
      const refused = await request(gateway.url).get('/api/credits/balance').set(bearer(user)).expect(403);
      expect(refused.body).toMatchObject({ code: 'account_closed' });
    });
    gateway.services.received(authCalls.deleteAccount);
    expect((await remove(undefined, bearer(user)).expect(202)).body).toEqual(STARTED);
    expect(gateway.services.received(authCalls.deleteAccount)).toEqual([]);
    await broadcasts.close();
  });

  it('an operator deletes an account with a reason for the audit log [ADM-18, G-36]', async () => {
    const [userId, admin] = [uuidv7(), newUser()];
    const path = `/api/admin/users/${userId}`;
    const headers = { authorization: `Bearer ${tokenFor(gateway.operators, admin)}` };
    await request(gateway.url).delete(path).expect(401);
    await request(gateway.url).delete(path).set(gateway.bearer()).expect(403);
    await request(gateway.url).delete('/api/admin/users/x').set(headers).send({ reason: 'spam' }).expect(404);
    await request(gateway.url).delete(path).set(headers).send({ reason: 'spam', refund: 'no' }).expect(400);
    expect(gateway.services.received(authCalls.deleteAccount)).toEqual([]);
    await request(gateway.url).delete(path).set(headers).expect(400);
    await request(gateway.url).delete(path).set(headers).send({ reason: 'spam' }).expect(202);
    await request(gateway.url).delete(path).set(headers).send({ reason: 'spam', refund: false }).expect(202);
    expect(gateway.services.received(authCalls.deleteAccount)).toEqual([
      { userId, by: { adminId: admin.id, reason: 'spam' }, wantsRefund: true },
      { userId, by: { adminId: admin.id, reason: 'spam' }, wantsRefund: false },
    ]);
  });
});
