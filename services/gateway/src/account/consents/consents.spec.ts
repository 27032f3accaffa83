import type { Consents } from '@luit/contracts/auth/consents';
import { authCalls } from '@luit/contracts/auth/messages';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp, userOf } from '../../test/gateway-test-app';

describe('consents', () => {
  let gateway: GatewayTestApp;
  const version = '2026-11-27';
  const state: Consents = { notices: [{ notice: 'terms', version, needed: true, latest: null }] };
  const accepted = { notice: 'terms', version, given: true, source: 'banner' };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getConsents, () => state);
    gateway.services.answer(authCalls.changeConsent, () => state);
    gateway.services.answer(authCalls.signUp, () => ({
      requires_email_confirmation: true,
      user: userOf(gateway.user),
      device_token: 'd',
    }));
  });
  afterAll(() => gateway.close());

  const put = (body: object) => request(gateway.url).put('/api/auth/consents').set(gateway.bearer()).send(body);
  const signUp = (body: object) =>
    request(gateway.url)
      .post('/api/auth/signup')
      .send({ name: 'Asha', email: 'asha@example.com', password: 'correct horse', ...body });

  it('a user reads and changes their own consents', async () => {
    const { body } = await request(gateway.url).get('/api/auth/consents').set(gateway.bearer()).expect(200);
    expect(body).toMatchObject(state);
    await put({ ...accepted, userId: 'someone else' }).expect(200);
    expect(gateway.services.received(authCalls.changeConsent)).toEqual([{ ...accepted, userId: gateway.user.id }]);
  });

  it.each([{ notice: 'cookies' }, { version: 'newest' }, { given: 'yes' }, { source: 'sign_up' }])(
    'a change with %j is refused',
    async (changes) => {
      const { body } = await put({ ...accepted, ...changes }).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed' });
    },
  );

  it('a sign-up names the versions that were shown, or none', async () => {
    const shown = { termsVersion: version, privacyVersion: version, ageVersion: version, marketing: true };
    await signUp(shown).expect(201);
    await signUp({}).expect(201);
    await signUp({ termsVersion: '2020-01-01' }).expect(400);
    const [first, second] = gateway.services.received(authCalls.signUp);
    expect(first).toMatchObject(shown);
    expect(second).not.toHaveProperty('marketing');
  });
});
