import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { OrderStatement } from '@luit/contracts/billing/order-statements';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { activeOperator } from '../../../test/test-operators';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { tokenFor } from '../../../test/test-tokens';

describe('/api/admin/orders', () => {
  let gateway: GatewayTestApp;
  const [orderId, buyerId, refundId] = [uuidv7(), uuidv7(), uuidv7()];
  const mail = {
    id: refundId,
    kind: 'refund',
    to: 'asha@example.com',
    createdAt: '2026-11-01T00:00:00.000Z',
    sentAt: null,
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.answer(authCalls.getEmails, () => ({ emails: { [buyerId]: 'asha@example.com' } }));
    gateway.services.answer(authCalls.listOrderMails, () => ({ mails: [mail] }));
    gateway.services.answer(billingCalls.getOrderStatement, ({ reference }) => {
      if (reference !== 'pay_1') throw new LuitError('not_found', 'Order not found');
      return { orderId, buyerId, refundIds: [refundId], lines: [] } as unknown as OrderStatement;
    });
  });
  afterAll(() => gateway.close());

  const get = (id: string) => {
    const authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    return request(gateway.url).get(`/api/admin/orders/${id}`).set({ authorization });
  };

  it('the statement has the buyer’s address and the mails about the order and its refunds', async () => {
    const { body } = (await get('pay_1').expect(200)) as { body: unknown };
    expect(body).toMatchObject({ data: { orderId, buyerEmail: 'asha@example.com', mails: [mail] } });
    expect(gateway.services.received(authCalls.listOrderMails)).toEqual([{ orderId, refundIds: [refundId] }]);
    expect(gateway.services.received(authCalls.recordAccess)).toMatchObject([
      { action: 'order_viewed', subject: 'pay_1' },
    ]);
  });

  it('an unknown reference is not found', async () => {
    await get('pay_2').expect(404);
    await get('x'.repeat(101)).expect(404);
    await request(gateway.url).get('/api/admin/orders/pay_1').set(gateway.bearer()).expect(403);
  });

  it('a retry and the refund of an unmatched payment name the operator, and need a reason only where money is given', async () => {
    const authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    const post = (path: string, body: object) => request(gateway.url).post(path).set({ authorization }).send(body);
    const attempts = { state: 'requested', isAccepted: true, isOverdue: false, attempts: 2, lastError: null } as const;
    const times = { attemptedAt: '2026-11-01T00:00:00.000Z', nextAttemptAt: '2026-11-01T01:00:00.000Z' };
    gateway.services.answer(billingCalls.retryRefund, () => ({ ...attempts, ...times }));
    gateway.services.answer(billingCalls.refundUnmatched, () => ({ refundId, amountPaise: 100, credits: 0 }));
    const retried = (await post(`/api/admin/refunds/${refundId}/retry`, {}).expect(200)) as { body: unknown };
    expect(retried.body).toMatchObject({ data: { ...attempts, ...times } });
    const adminId = gateway.user.id;
    expect(gateway.services.received(billingCalls.retryRefund)).toEqual([{ adminId, refundId }]);
    await post('/api/admin/payments/pay_1/refund', {}).expect(400);
    const refunded = (await post('/api/admin/payments/pay_1/refund', { reason: 'wrong amount' }).expect(200)) as {
      body: unknown;
    };
    expect(refunded.body).toMatchObject({ data: { refund: { refundId, amountPaise: 100 }, approval: null } });
    expect(gateway.services.received(billingCalls.refundUnmatched)).toEqual([
      { adminId, paymentId: 'pay_1', reason: 'wrong amount' },
    ]);
    await request(gateway.url).post(`/api/admin/refunds/${refundId}/retry`).set(gateway.bearer()).send({}).expect(403);
  });
});
