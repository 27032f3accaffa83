import { authCalls } from '@luit/contracts/auth/messages';
import { STEP_UP_CREDITS, STEP_UP_SECONDS } from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

describe('the user directory', () => {
  let gateway: GatewayTestApp;
  let authorization: string;
  const user = newUser();

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.getUser, () => userOf(user));
    gateway.services.answer(authCalls.listUsers, () => ({
      users: [userOf(user)],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
    gateway.services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: false }));
    gateway.services.answer(billingCalls.getSettings, () => ({
      signupGrant: { credits: 0, expiresInDays: null },
      confirmAbove: { refundPaise: 100_000, credits: 10_000 },
      approveAbove: { refundPaise: null, credits: null },
    }));
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 7, available: 7, held: 0 }));
    gateway.services.answer(billingCalls.getCredits, () => ({ credits: { [user.id]: 42 } }));
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(`/api/admin${path}`).set({ authorization });
  const patch = (body: string) =>
    request(gateway.url)
      .patch(`/api/admin/users/${user.id}/credits`)
      .set({ authorization, 'content-type': 'application/json', 'idempotency-key': 'k-1' })
      .send(body);

  it('users are listed with their credits in data [ADM-08, ADM-11]', async () => {
    const answer = await get('/users?limit=5&sort=-last_sign_in_at&status=active').expect(200);
    expect(answer.body).toMatchObject({
      data: { items: [{ id: user.id, email: user.email, credits: 42, status: 'active' }], nextCursor: null, total: 1 },
    });
    expect(gateway.services.received(authCalls.listUsers)).toMatchObject([
      { limit: 5, sort: '-last_sign_in_at', status: 'active' },
    ]);
  });

  it('a search is passed on unchanged; invalid queries are rejected [ADM-12]', async () => {
    const words = `'; DROP TABLE users; -- .*(`;
    await get(`/users?q=${encodeURIComponent(words)}`).expect(200);
    expect(gateway.services.received(authCalls.listUsers)).toMatchObject([{ words }]);
    for (const bad of [
      `q=${'a'.repeat(10_240)}`,
      'sort=password_hash',
      'status=x',
      'limit=0',
      'cursor=1',
      'q[$ne]=1&q=2&q=3',
    ]) {
      await get(`/users?${bad}`).expect(400);
    }
  });

  it('the CSV export contains no formulas [ADM-19]', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', 'Rūpā, "R"'];
    gateway.services.answer(authCalls.listUsers, () => ({
      users: names.map((name) => {
        const shown = userOf(user);
        return { ...shown, user_metadata: { ...shown.user_metadata, name } };
      }),
      nextCursor: null,
      total: names.length,
      isTotalCapped: false,
    }));
    const answer = await get('/users/export.csv?q=asha')
      .expect(200)
      .expect('content-type', /text\/csv/);
    expect(answer.headers['content-disposition']).toContain('users.csv');
    const [head, ...lines] = answer.text.split('\r\n');
    expect(head).toBe('\uFEFFid,email,name,status,credits,created_at (IST),last_sign_in_at (IST)');
    expect(
      lines
        .slice(0, -1)
        .map((line) => line.slice(line.indexOf(user.email) + user.email.length + 1).split(',active,')[0]),
    ).toEqual([`"'=HYPERLINK(""http://x"")"`, `"'+1"`, `"'-1"`, `"'@SUM(A1)"`, `"'\tx"`, `"Rūpā, ""R"""`]);
  });

  it('a large change of credits needs a fresh second factor, a small one does not', async () => {
    const stale = { secondsSinceSecondFactor: STEP_UP_SECONDS + 1 };
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator(stale));
    const balance = { credits: 7, available: 7, held: 0 };
    gateway.services.answer(billingCalls.adjustCredits, () => ({ balance, transactionId: null }));
    await patch(`{"credits": ${7 + STEP_UP_CREDITS}}`).expect(200);
    expect(gateway.services.received(billingCalls.adjustCredits)).toHaveLength(1);
    const refused = await patch(`{"credits": ${8 + STEP_UP_CREDITS}}`).expect(403);
    expect(refused.body).toMatchObject({ success: false, code: 'step_up_required' });
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    await patch(`{"credits": ${8 + STEP_UP_CREDITS}}`).expect(200);
    gateway.services.received(billingCalls.adjustCredits);
  });

  it('the authenticated operator sets credits with a reason for the audit log [ADM-14, G-35]', async () => {
    const balance = { credits: 7, available: 7, held: 0 };
    gateway.services.answer(billingCalls.adjustCredits, () => ({ transactionId: 't', balance }));
    const answer = await patch('{"credits": 7, "expectedCredits": 5, "adminId": "me"}').expect(200);
    expect(answer.body).toMatchObject({ success: true, data: { credits: 7, balance } });
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([
      {
        adminId: gateway.user.id,
        userId: user.id,
        credits: 7,
        expectedCredits: 5,
        reason: 'admin adjustment',
        idempotencyKey: 'k-1',
      },
    ]);
  });

  it('a large change is made once its number of credits is typed again', async () => {
    gateway.services.answer(billingCalls.adjustCredits, () => ({
      transactionId: 't',
      balance: { credits: 10_008, available: 10_008, held: 0 },
    }));
    const answer = await patch('{"credits": 10008}').expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', details: { confirmation: '10001' } });
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    await patch('{"credits": 10008, "confirmation": "10001"}').expect(200);
    expect(gateway.services.received(billingCalls.adjustCredits)).toHaveLength(1);
  });

  it.each(['-1', '1.5', '1e12', '"5"', 'null', '[5]', '{}', 'true'])(
    '%s credits are rejected [ADM-13]',
    async (credits) => {
      await patch(`{"credits": ${credits}}`).expect(400);
      expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    },
  );

  it('a change based on an outdated balance is answered with the current one [G-35]', async () => {
    gateway.services.answer(billingCalls.adjustCredits, () => {
      throw new LuitError('conflict', 'The balance has changed since you opened this page', {
        details: { credits: 9 },
      });
    });
    const answer = await patch('{"credits": 7, "expectedCredits": 5}').expect(409);
    expect(answer.body).toMatchObject({ code: 'conflict', details: { credits: 9 } });
    expect(gateway.services.received(billingCalls.adjustCredits)).toHaveLength(1);
  });

  it('one account is returned with devices, lots and audit log entries [ADM-20]', async () => {
    const balance = { credits: 7, available: 7, held: 3 };
    gateway.services.answer(authCalls.listSessions, () => ({ sessions: [] }));
    gateway.services.answer(billingCalls.getBalance, () => balance);
    gateway.services.answer(billingCalls.listLots, () => ({ lots: [] }));
    gateway.services.answer(authCalls.listAuditLog, () => ({
      entries: [],
      nextCursor: null,
      total: 0,
      isTotalCapped: false,
    }));
    const answer = await get(`/users/${user.id}`).expect(200);
    expect(answer.body).toMatchObject({
      data: { email: user.email, credits: 7, held: 3, devices: [], lots: [], audit: [] },
    });
    await get('/users/..%2F..%2Fx').expect(404);
  });

  it('users, missing tokens and forms of other origins are rejected [SRV-01]', async () => {
    for (const path of [
      'users',
      'users/export.csv',
      `users/${uuidv7()}`,
      'dashboard',
      'analytics',
      'reports/revenue',
      'credit-packs',
      'settings',
      'transactions',
    ]) {
      await request(gateway.url).get(`/api/admin/${path}`).set(gateway.bearer()).expect(403);
      await request(gateway.url).get(`/api/admin/${path}`).expect(401);
      await request(gateway.url)
        .get(`/api/admin/${path}`)
        .set({ authorization: `${authorization}x` })
        .expect(401);
    }
    await request(gateway.url).get('/api/credits/balance').set({ authorization }).expect(401);
    await request(gateway.url)
      .patch(`/api/admin/users/${user.id}/credits`)
      .set({ origin: 'https://evil.example', cookie: 'luit=1', 'content-type': 'application/x-www-form-urlencoded' })
      .send('credits=5')
      .expect(403);
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    const page = await request(gateway.url).get('/api/admin/users');
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });
});
