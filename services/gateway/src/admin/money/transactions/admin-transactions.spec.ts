import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const buyerId = randomUUID();

const SETTINGS = {
  signupGrant: { credits: 0, expiresInDays: null },
  confirmAbove: { refundPaise: 100_000, credits: 10_000 },
  approveAbove: { refundPaise: null, credits: null },
};

describe('transactions for operators', () => {
  let gateway: GatewayTestApp;
  let authorization: string;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.getEmails, () => ({ emails: { [buyerId]: 'asha@example.com' } }));
    gateway.services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: false }));
    gateway.services.answer(billingCalls.getSettings, () => SETTINGS);
    gateway.services.answer(billingCalls.refundTransaction, ({ amountPaise }) => ({
      refundId: 'r',
      amountPaise,
      credits: 5,
    }));
  });
  afterAll(() => gateway.close());

  const refund = (body: string) =>
    request(gateway.url)
      .post('/api/admin/transactions/t-1/refund')
      .set({ authorization, 'content-type': 'application/json', 'idempotency-key': 'k-1' })
      .send(body);

  it('a refund in rupees is requested in paise by the authenticated operator [ADM-23, G-37]', async () => {
    const answer = await refund('{"amount": 499.5, "reason": "broken video"}').expect(200);
    expect(answer.body).toMatchObject({ success: true, data: { refundId: 'r', amountPaise: 49_950, credits: 5 } });
    await refund('{"amount": 1.1, "reason": "broken video"}').expect(200);
    const call = { adminId: gateway.user.id, transactionId: 't-1', reason: 'broken video', idempotencyKey: 'k-1' };
    expect(gateway.services.received(billingCalls.refundTransaction)).toEqual([
      { ...call, amountPaise: 49_950 },
      { ...call, amountPaise: 110 },
    ]);
  });

  it.each([
    '0',
    '-1',
    '1e308',
    'null',
    '"1e3"',
    '0.1',
    '9007199254740992',
    '"१००"',
    '1.001',
    '"499"',
    '[5]',
    '1e999',
    '1e-7',
    '-1e-9',
    '5e-324',
  ])('a refund of %s rupees is rejected [G-37]', async (amount) => {
    await refund(`{"amount": ${amount}, "reason": "broken video"}`).expect(400);
  });

  it('a refund without a reason is rejected, and a large one until its amount is typed again', async () => {
    for (const reason of ['', '  ', 'no']) await refund(JSON.stringify({ amount: 10, reason })).expect(400);
    const large = { amount: 1_999, reason: 'broken video' };
    for (const confirmation of [undefined, '', '199', 'yes']) {
      const answer = await refund(JSON.stringify({ ...large, confirmation })).expect(400);
      expect(answer.body).toMatchObject({ code: 'validation_failed', details: { confirmation: '1999' } });
    }
    expect(gateway.services.received(billingCalls.refundTransaction)).toEqual([]);
    await refund(JSON.stringify({ ...large, confirmation: '1999' })).expect(200);
    expect(gateway.services.received(billingCalls.refundTransaction)).toHaveLength(1);
  });

  it('the preview of a refund shows what it would give and take', async () => {
    const terms = { credits: 82, keptCredits: 18, balanceAfter: 0, refundableAfterPaise: 0 };
    gateway.services.answer(billingCalls.previewRefund, ({ amountPaise }) => ({ amountPaise, ...terms }));
    const preview = (amount: string) =>
      request(gateway.url).get(`/api/admin/transactions/t-1/refund-preview?amount=${amount}`).set({ authorization });
    expect((await preview('99').expect(200)).body).toMatchObject({
      data: { amountPaise: 9_900, ...terms, needsConfirmation: false },
    });
    expect((await preview('1999').expect(200)).body).toMatchObject({ data: { needsConfirmation: true } });
    await preview('0').expect(400);
  });

  it('only operators have access', async () => {
    await request(gateway.url).get('/api/admin/transactions').set(gateway.bearer()).expect(403);
    await request(gateway.url)
      .post('/api/admin/transactions/t-1/refund')
      .set(gateway.bearer())
      .send({ amount: 1, reason: 'broken video' })
      .expect(403);
  });

  it('any user’s transaction is returned with its payment and owner [ADM-22]', async () => {
    const payment = { id: 'pay_1', order_id: 'o', refundablePaise: 9_900, refunds: [] };
    gateway.services.answer(billingCalls.getTransaction, ({ transactionId }) => {
      if (transactionId !== 't-1') throw new LuitError('not_found', 'Transaction not found');
      return { id: 't-1', user_id: buyerId, type: 'purchase', amount: 100, payment } as never;
    });
    const get = (id: string) => request(gateway.url).get(`/api/admin/transactions/${id}`).set({ authorization });
    const { body } = (await get('t-1').expect(200)) as { body: unknown };
    expect(body).toMatchObject({
      success: true,
      data: { id: 't-1', amount: 100, user_email: 'asha@example.com', payment },
    });
    await get('t-2').expect(404);
    await request(gateway.url).get('/api/admin/transactions/t-1').set(gateway.bearer()).expect(403);
  });

  it('transactions of all users are listed with their owners [ADM-21]', async () => {
    const row = { id: 't-1', user_id: buyerId, type: 'purchase', amount: 100, order_id: 'o' };
    gateway.services.answer(billingCalls.listAllTransactions, () => ({
      items: [row as never],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
    const answer = await request(gateway.url)
      .get('/api/admin/transactions?type=purchase')
      .set({ authorization })
      .expect(200);
    expect(answer.body).toMatchObject({ data: { items: [{ ...row, user_email: 'asha@example.com' }], total: 1 } });
    await request(gateway.url).get('/api/admin/transactions?type=x').set({ authorization }).expect(400);
  });
});
