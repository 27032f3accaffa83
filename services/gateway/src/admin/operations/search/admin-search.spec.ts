import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

const NO_MORE = { nextCursor: null, total: 0, isTotalCapped: false };

describe('the search over everything', () => {
  let gateway: GatewayTestApp;
  let role: OperatorRole;
  const user = newUser();
  const at = '2026-11-23T08:00:00.000Z';
  const job = { id: uuidv7(), user_id: user.id, prompt: 'a river', type: 'video', status: 'failed', created_at: at };
  const order = {
    id: uuidv7(),
    razorpay_order_id: 'order_1',
    payment_id: 'pay_1',
    transaction_id: uuidv7(),
    user_id: null,
    state: 'paid' as const,
    description: 'Starter Pack',
    amountPaise: 9_900,
    created_at: at,
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator({ role }));
    services.answer(authCalls.getEmails, () => ({ emails: { [user.id]: user.email } }));
    services.answer(authCalls.searchUsers, () => ({ users: [userOf(user)] }));
    services.answer(operationsCalls.searchJobs, () => ({ items: [job as AdminJobRow] }));
    services.answer(billingCalls.searchOrders, () => ({ orders: [order], transactions: [] }));
    services.answer(billingCalls.listPromoCodes, () => ({ items: [], ...NO_MORE }));
  });
  beforeEach(() => {
    role = 'owner';
  });
  afterAll(() => gateway.close());

  const search = (q: string) =>
    request(gateway.url)
      .get(`/api/admin/search?q=${encodeURIComponent(q)}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('users, jobs and orders are found with one request, which the audit log records', async () => {
    const { body } = (await search('asha').expect(200)) as { body: { data: unknown } };
    expect(body.data).toMatchObject({
      items: [
        { kind: 'user', id: user.id, email: user.email, status: 'active' },
        { kind: 'job', id: job.id, status: 'failed', user_email: user.email },
        { kind: 'order', id: order.id, amountPaise: 9_900, user_email: null },
      ],
      unavailable: [],
    });
    const { services } = gateway;
    expect(services.received(authCalls.searchUsers)).toEqual([{ words: 'asha' }]);
    expect(services.received(operationsCalls.searchJobs)).toEqual([{ words: 'asha' }]);
    expect(services.received(billingCalls.searchOrders)).toEqual([{ words: 'asha' }]);
    expect(gateway.services.received(authCalls.recordAccess)).toMatchObject([
      { action: 'searched', adminId: gateway.user.id, details: { q: 'asha', rows: '3' } },
    ]);
  });

  it('promotional codes are found by operators who may read them', async () => {
    const code = { id: uuidv7(), code: 'BIHU2026', state: 'active', credits: 20, reason: 'Bihu campaign' } as PromoCode;
    gateway.services.answer(billingCalls.listPromoCodes, () => ({ items: [code], ...NO_MORE }));
    const found = async () => {
      const { body } = (await search('bihu').expect(200)) as { body: { data: { items: { kind: string }[] } } };
      return body.data.items.filter(({ kind }) => kind === 'promo_code');
    };
    const { id, state, credits, reason } = code;
    expect(await found()).toEqual([{ kind: 'promo_code', id, code: code.code, state, credits, reason }]);
    expect(gateway.services.received(billingCalls.listPromoCodes)).toEqual([{ words: 'bihu', limit: 5 }]);
    role = 'operations';
    expect(await found()).toEqual([]);
    expect(gateway.services.received(billingCalls.listPromoCodes)).toEqual([]);
  });

  it('a service that does not answer is named beside the results of the others', async () => {
    gateway.services.answer(billingCalls.searchOrders, () => {
      throw new LuitError('unavailable', 'billing does not answer');
    });
    const { body } = (await search('mira').expect(200)) as { body: { data: { items: unknown[] } } };
    expect(body.data).toMatchObject({ unavailable: ['orders'] });
    expect(body.data.items).toHaveLength(2);
  });

  it('texts that are too short or too long are rejected', async () => {
    for (const q of ['', 'a', 'a'.repeat(10_000)]) await search(q).expect(400);
  });
});
