import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp, userOf } from '../../test/gateway-test-app';
import { newUser, type TestUser, tokenFor } from '../../test/test-tokens';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const REDEEMED = {
  transactionId: uuidv7(),
  balance: { credits: 70, available: 70, held: 0 },
  code: 'WELCOME50',
  credits: 50,
  expiresAt: '2026-12-24T00:00:00.000Z',
};

describe('redeeming promotional codes', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({
      limits: { ...RATE_LIMITS, redeemPer15Minutes: 3, perAddressFactor: 4 },
      trustProxy: '127.0.0.1',
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.services.answer(authCalls.getUser, ({ userId }) => ({ ...userOf(newUser()), id: userId }));
    gateway.services.answer(billingCalls.redeemPromoCode, () => REDEEMED);
    gateway.services.received(billingCalls.redeemPromoCode);
  });

  let network = 0;
  /** From a network of its own unless told otherwise. */
  const redeem = (user: TestUser, { code = 'WELCOME50', key = uuidv7() as string, ip = '' } = {}) =>
    request(gateway.url)
      .post('/api/credits/redeem')
      .set('authorization', `Bearer ${tokenFor(gateway.users, user)}`)
      .set('x-forwarded-for', ip || `198.51.${++network}.7`)
      .set('idempotency-key', key)
      .send({ code });
  const redemptions = () => gateway.services.received(billingCalls.redeemPromoCode);

  it('answers with the new balance and what the code added', async () => {
    const user = newUser();
    const key = uuidv7();
    const { body } = (await redeem(user, { key }).expect(200)) as { body: object };
    const { transactionId, code, expiresAt } = REDEEMED;
    expect(body).toMatchObject({
      success: true,
      data: { credits: 70, available: 70, held: 0, granted: 50, transactionId, code, expiresAt },
    });
    expect(redemptions()).toEqual([{ userId: user.id, code: 'WELCOME50', idempotencyKey: key }]);
  });

  it('passes on why a code cannot be redeemed', async () => {
    gateway.services.answer(billingCalls.redeemPromoCode, () => {
      throw new LuitError('promo_code_not_redeemable', 'This code has expired.', { details: { reason: 'ended' } });
    });
    const { body } = (await redeem(newUser()).expect(409)) as { body: object };
    expect(body).toMatchObject({
      code: 'promo_code_not_redeemable',
      error: 'This code has expired.',
      details: { reason: 'ended' },
    });
  });

  it('only accounts with a confirmed address redeem codes', async () => {
    gateway.services.answer(authCalls.getUser, () => ({ ...userOf(newUser()), email_confirmed_at: null }));
    const { body } = (await redeem(newUser()).expect(403)) as { body: object };
    expect(body).toMatchObject({ code: 'email_not_confirmed' });
    expect(redemptions()).toEqual([]);
  });

  it('a guest redeems nothing', async () => {
    await request(gateway.url).post('/api/credits/redeem').send({ code: 'WELCOME50' }).expect(401);
    expect(redemptions()).toEqual([]);
  });

  it.each([{ code: '' }, { code: 'A'.repeat(61) }, { code: 5 }, {}])('rejects the body %j', async (body) => {
    const sent = request(gateway.url).post('/api/credits/redeem');
    await sent
      .set('authorization', `Bearer ${tokenFor(gateway.users, newUser())}`)
      .send(body)
      .expect(400);
    expect(redemptions()).toEqual([]);
  });

  it('limits the codes that an account tries, whatever its network', async () => {
    const user = newUser();
    for (const code of ['A', 'B', 'C']) await redeem(user, { code }).expect(200);
    const { body, headers } = await redeem(user, { code: 'D' }).expect(429);
    expect(body).toMatchObject({ code: 'too_many_attempts' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    await redeem(newUser()).expect(200);
  });

  it('limits the codes that all accounts of a network try', async () => {
    for (let i = 0; i < 12; i++) await redeem(newUser(), { ip: `203.0.113.${i}` }).expect(200);
    await redeem(newUser(), { ip: '203.0.113.200' }).expect(429);
    await redeem(newUser(), { ip: '203.0.114.1' }).expect(200);
  });

  it('a repeated request whose result is stored costs no attempt', async () => {
    const user = newUser();
    const key = uuidv7();
    for (let i = 0; i < 6; i++) await redeem(user, { key }).expect(200);
    await redeem(user).expect(200);
  });
});
