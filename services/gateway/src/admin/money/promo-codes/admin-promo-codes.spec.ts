import type { OperatorSession } from '@luit/contracts/auth/admins';
import { authCalls } from '@luit/contracts/auth/messages';
import { STEP_UP_SECONDS } from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import { type PromoCode, promoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import { exampleOf } from '@luit/contracts/messages/example-of';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const TERMS = { ...exampleOf(promoCodeTerms), code: 'welcome50' };
const NEW = { ...TERMS, reason: 'Bihu campaign' };
const CODE: PromoCode = {
  ...NEW,
  id: uuidv7(),
  code: 'WELCOME50',
  state: 'active',
  redemptions: 0,
  createdAt: TERMS.startsAt,
  createdBy: 'asha@luit.example',
  approvedBy: null,
  disabledAt: null,
  disabledReason: null,
};

describe('promotional codes of operators', () => {
  let gateway: GatewayTestApp;
  let session: Partial<OperatorSession> = {};

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator(session));
    services.answer(authCalls.recordAccess, () => ({}));
    services.answer(billingCalls.getSettings, () => ({
      signupGrant: { credits: 0, expiresInDays: null },
      confirmAbove: { refundPaise: 100_000, credits: 1_000 },
      approveAbove: { refundPaise: null, credits: 5_000 },
    }));
    services.answer(billingCalls.createPromoCode, () => CODE);
    services.answer(billingCalls.disablePromoCode, () => ({ ...CODE, state: 'disabled' as const }));
    services.answer(billingCalls.requestApproval, ({ action, preview, reason }) => ({
      ...{ id: uuidv7(), state: 'pending' as const, action, preview, reason },
      ...{ requestedById: uuidv7(), requestedBy: 'asha@luit.example', requested_at: TERMS.startsAt },
      ...{ expires_at: TERMS.endsAt, decidedBy: null, decided_at: null, decisionReason: null, failure: null },
    }));
  });
  afterEach(() => {
    session = {};
    gateway.services.received(billingCalls.createPromoCode);
    gateway.services.received(billingCalls.requestApproval);
  });
  afterAll(() => gateway.close());

  const authorization = () => `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
  const post = (path: string, body: object) =>
    request(gateway.url).post(`/api/admin/promo-codes${path}`).set('authorization', authorization()).send(body);
  const get = (path: string) =>
    request(gateway.url).get(`/api/admin/promo-codes${path}`).set('authorization', authorization());
  const created = () => gateway.services.received(billingCalls.createPromoCode);
  const requested = () => gateway.services.received(billingCalls.requestApproval);

  it('creates a code in capital letters', async () => {
    const { body } = await post('', NEW).expect(201);
    expect(body).toMatchObject({ data: { promoCode: { code: 'WELCOME50' }, approval: null } });
    expect(created()).toMatchObject([{ ...NEW, code: 'WELCOME50', adminId: gateway.user.id }]);
    await post('', { ...NEW, lifetimeDays: null }).expect(201);
    expect(created()).toMatchObject([{ lifetimeDays: null }]);
  });

  it('all that a code may give away is typed once more if it is much', async () => {
    const large = { ...NEW, credits: 150 };
    const { body } = await post('', large).expect(400);
    expect(body).toMatchObject({ details: { confirmation: '1500' } });
    expect(created()).toEqual([]);
    await post('', { ...large, confirmation: '1500' }).expect(201);
  });

  it('a second operator approves a code that billing does not create alone', async () => {
    gateway.services.answer(billingCalls.createPromoCode, () => {
      throw new LuitError('approval_required', 'Approval', { details: { limit: 5_000, before: 4_900 } });
    });
    const { body } = await post('', NEW).expect(201);
    expect(body).toMatchObject({ data: { promoCode: null, approval: { state: 'pending' } } });
    const action = { kind: 'promo_code', ...TERMS, code: 'WELCOME50' };
    const preview = { code: 'WELCOME50', total: 500, withoutApproval: 4_900 };
    expect(requested()).toMatchObject([{ action, preview, reason: 'Bihu campaign' }]);
    gateway.services.answer(billingCalls.createPromoCode, () => CODE);
  });

  it('a taken code is not put up for approval', async () => {
    gateway.services.answer(billingCalls.createPromoCode, () => {
      throw new LuitError('conflict', 'The code WELCOME50 already exists.');
    });
    const { body } = await post('', NEW).expect(409);
    expect(body).toMatchObject({ error: 'The code WELCOME50 already exists.' });
    expect(requested()).toEqual([]);
    gateway.services.answer(billingCalls.createPromoCode, () => CODE);
  });

  it('only finance and owners with a fresh second factor create and disable codes', async () => {
    for (const role of ['support', 'operations', 'read_only'] as const) {
      session = { role };
      await post('', NEW).expect(403);
      await post(`/${CODE.id}/disable`, { reason: 'Leaked' }).expect(403);
    }
    session = { role: 'finance', secondFactor: 'verified', secondsSinceSecondFactor: STEP_UP_SECONDS + 1 };
    expect((await post('', NEW).expect(403)).body).toMatchObject({ code: 'step_up_required' });
    session = { role: 'finance', secondFactor: 'verified', secondsSinceSecondFactor: 5 };
    await post('', NEW).expect(201);
    await post(`/${CODE.id}/disable`, { reason: 'Leaked' }).expect(200);
    expect(created()).toHaveLength(1);
    expect(gateway.services.received(billingCalls.disablePromoCode)).toEqual([
      { adminId: gateway.user.id, id: CODE.id, reason: 'Leaked' },
    ]);
  });

  it('lists redemptions with addresses, and records the access', async () => {
    const userId = uuidv7();
    const row = { id: uuidv7(), userId, credits: 50, remaining: 20, createdAt: TERMS.startsAt, expiresAt: null };
    const page = { items: [row], nextCursor: null, total: 1, isTotalCapped: false };
    gateway.services.answer(billingCalls.listPromoCodeRedemptions, () => page);
    gateway.services.answer(authCalls.getEmails, () => ({ emails: { [userId]: 'asha@example.com' } }));
    gateway.services.received(authCalls.recordAccess);
    const { body } = await get(`/${CODE.id}/redemptions`).expect(200);
    expect(body).toMatchObject({ data: { items: [{ ...row, userEmail: 'asha@example.com' }] } });
    expect(gateway.services.received(authCalls.recordAccess)).toMatchObject([
      { action: 'promo_code_redemptions_listed', adminId: gateway.user.id },
    ]);
  });

  it('searches by words and rejects unknown orders', async () => {
    const page = { items: [CODE], nextCursor: null, total: 1, isTotalCapped: false };
    gateway.services.answer(billingCalls.listPromoCodes, () => page);
    await get('?q=%20welcome%20&state=active&sort=-redemptions').expect(200);
    expect(gateway.services.received(billingCalls.listPromoCodes)).toEqual([
      { limit: 20, words: 'welcome', state: 'active', sort: '-redemptions' },
    ]);
    await get('?sort=reason').expect(400);
  });
});
