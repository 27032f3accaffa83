import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';

describe('profile and devices [AUTH-38]', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.updateUser, () => userOf(gateway.user));
    gateway.services.answer(authCalls.listSessions, () => ({ sessions: [] }));
    gateway.services.answer(authCalls.revokeSession, () => ({}));
  });
  afterAll(() => gateway.close());

  const patch = (body: object) => request(gateway.url).patch('/api/auth/user').set(gateway.bearer()).send(body);

  it('only the name, the language and the billing profile can be changed [G-05]', async () => {
    const billingProfile = { name: 'Asha Studio', state: '18' };
    const more = { credits: 7, status: 'blocked', role: 'admin', email: 'x@example.com', userId: uuidv7() };
    const answer = await patch({
      name: 'Asha',
      language: 'hi',
      billingProfile: { ...billingProfile, more },
      ...more,
    }).expect(200);
    expect(answer.body).toEqual({ success: true, user: userOf(gateway.user) });
    await patch({ billingProfile: null }).expect(200);
    await patch({ name: null, language: null }).expect(200);
    const userId = gateway.user.id;
    expect(gateway.services.received(authCalls.updateUser)).toEqual([
      { userId, name: 'Asha', language: 'hi', billingProfile },
      { userId, billingProfile: null },
      { userId },
    ]);
  });

  it.each([
    ['a name that is not a string', { name: { $ne: '' } }, 'name'],
    ['a name of 10 kB', { name: 'a'.repeat(10_000) }, 'name'],
    ['an unknown language', { language: 'xx' }, 'language'],
    ['a list of languages', { language: ['hi'] }, 'language'],
    ['a profile that is not an object', { billingProfile: 'x' }, 'billingProfile'],
    ['a list of profiles', { billingProfile: [{ name: 'x', state: 1 }] }, 'billingProfile'],
    ['a profile without a state', { billingProfile: { name: 'x' } }, 'billingProfile'],
  ])('%s is rejected', async (_name, body, field) => {
    const answer = await patch(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', details: { [field]: expect.any(String) } });
    expect(gateway.services.received(authCalls.updateUser)).toEqual([]);
  });

  it('devices are listed and one is signed out', async () => {
    const { id: userId, sessionId } = gateway.user;
    const listed = await request(gateway.url).get('/api/auth/sessions').set(gateway.bearer()).expect(200);
    expect(listed.body).toEqual({ success: true, sessions: [] });
    expect(gateway.services.received(authCalls.listSessions)).toEqual([{ userId, sessionId }]);
    const other = uuidv7();
    const end = (id: string) => request(gateway.url).delete(`/api/auth/sessions/${id}`).set(gateway.bearer());
    await end(other).expect(204);
    await end('..%2F..%2Fetc').expect(404);
    expect(gateway.services.received(authCalls.revokeSession)).toEqual([{ userId, sessionId: other }]);
    gateway.services.answer(authCalls.revokeSession, () => {
      throw new LuitError('not_found', 'This device is already signed out.');
    });
    await end(other).expect(404);
  });

  it('a password reset link starts a session without a refresh token and trusts the device', async () => {
    gateway.services.answer(authCalls.redeemPasswordReset, () => ({
      access_token: 'recovery',
      session_id: uuidv7(),
      device_token: 'device-1',
      expires_at: 2_000_000_000,
      expires_in: 900,
      user: userOf(gateway.user),
    }));
    const answer = await request(gateway.url).post('/api/auth/recover').send({ token: 'mailed' }).expect(200);
    expect(answer.body).toEqual({
      success: true,
      access_token: 'recovery',
      expires_at: 2_000_000_000,
      expires_in: 900,
      user: userOf(gateway.user),
    });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^luit_device=device-1;/)]);
    await request(gateway.url).post('/api/auth/recover').send({}).expect(400);
  });

  it('password changes of one user are limited', async () => {
    gateway.services.answer(authCalls.setPassword, () => ({ revokedSessionIds: [] }));
    const set = () =>
      request(gateway.url).put('/api/auth/password').set(gateway.bearer()).send({ password: 'a new one' });
    for (let i = 0; i < 10; i += 1) await set().expect(200);
    const refused = await set().expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
