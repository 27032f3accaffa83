import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

describe('user administration', () => {
  let gateway: GatewayTestApp;
  const operator = newUser();
  const user = newUser();
  const row = {
    id: user.id,
    email: user.email,
    name: 'Asha',
    created_at: expect.any(String) as string,
    last_sign_in_at: null,
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    const base = userOf(user);
    const withStatus = (status: 'active' | 'blocked') => ({
      ...base,
      user_metadata: { ...base.user_metadata, status },
    });
    gateway.services.answer(authCalls.blockUser, () => withStatus('blocked'));
    gateway.services.answer(authCalls.unblockUser, () => withStatus('active'));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'patch', path: string) =>
    request(gateway.url)
      [method](`/api/admin${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, operator)}`);

  it('operators block a user with a reason for the audit log, and unblock the user', async () => {
    const blocked = await send('patch', `/users/${user.id}/block`)
      .send({ reason: 'spam', adminId: uuidv7() })
      .expect(200);
    expect(blocked.body).toMatchObject({ success: true, data: { user: { ...row, status: 'blocked' } } });
    const unblocked = await send('patch', `/users/${user.id}/unblock`).expect(200);
    expect(unblocked.body).toMatchObject({ data: { user: { ...row, status: 'active' } } });
    const change = { userId: user.id, adminId: operator.id };
    expect(gateway.services.received(authCalls.blockUser)).toEqual([{ ...change, reason: 'spam' }]);
    expect(gateway.services.received(authCalls.unblockUser)).toEqual([change]);
  });

  it('unknown users are answered with 404 and invalid reasons with 400', async () => {
    await send('patch', '/users/..%2F..%2Fetc/block').send({ reason: 'spam' }).expect(404);
    for (const body of [{}, { reason: '' }, { reason: 'no' }]) {
      await send('patch', `/users/${user.id}/block`).send(body).expect(400);
    }
    await send('patch', `/users/${user.id}/block`)
      .send({ reason: 'a'.repeat(501) })
      .expect(400);
    await send('patch', `/users/${user.id}/block`)
      .send({ reason: { $ne: '' } })
      .expect(400);
    expect(gateway.services.received(authCalls.blockUser)).toEqual([]);
    gateway.services.answer(authCalls.unblockUser, () => {
      throw new LuitError('user_not_found', 'Account not found');
    });
    const refused = await send('patch', `/users/${uuidv7()}/unblock`).expect(404);
    expect(refused.body).toMatchObject({ code: 'user_not_found' });
  });

  it('the audit log is paginated', async () => {
    const entry = { id: uuidv7(), subject: user.id, details: { reason: 'spam' } };
    const at = '2026-11-21T04:00:00.000Z';
    gateway.services.answer(authCalls.listAuditLog, () => ({
      entries: [
        { ...entry, adminId: operator.id, adminEmail: operator.email, action: 'user_blocked' as const, createdAt: at },
      ],
      nextCursor: entry.id,
      total: 7,
      isTotalCapped: true,
    }));
    const page = await send('get', `/audit-log?limit=1&cursor=${entry.id}`).expect(200);
    expect(page.body).toMatchObject({
      data: {
        items: [{ ...entry, admin_email: operator.email, action: 'user_blocked', created_at: at }],
        nextCursor: entry.id,
        total: 7,
        isTotalCapped: true,
      },
    });
    expect(gateway.services.received(authCalls.listAuditLog)).toEqual([
      { limit: 1, cursor: entry.id, isWithoutViews: true },
    ]);
    const period = { from: '2026-11-21T18:30:00.000Z', to: '2026-11-22T18:30:00.000Z' };
    await send('get', `/audit-log?views=true&operator=Ritu@example.com&from=${period.from}&to=${period.to}`).expect(
      200,
    );
    await send('get', '/audit-log?action=user_viewed').expect(200);
    expect(gateway.services.received(authCalls.listAuditLog)).toEqual([
      { limit: 20, admin: 'Ritu@example.com', ...period, isWithoutViews: false },
      { limit: 20, action: 'user_viewed', isWithoutViews: false },
    ]);
    for (const bad of [
      'views=maybe',
      'from=today',
      'limit=0',
      'limit=101',
      'limit=x',
      "cursor='%3B--",
      'subject=a%00b',
    ])
      await send('get', `/audit-log?${bad}`).expect(400);
  });
});
