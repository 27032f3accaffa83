import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminCreditPack } from '@luit/contracts/billing/packs';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

describe('dashboard and reports', () => {
  let gateway: GatewayTestApp;
  let authorization: string;
  const sums = { payments: 2, capturedPaise: 109_800, refundedPaise: 4_950, creditsSold: 1_100, creditsUsed: 90 };
  const row = {
    id: 't-1',
    user_id: randomUUID(),
    type: 'purchase',
    amount: 100,
    created_at: '2026-11-20T04:00:00.000Z',
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.countUsers, () => ({ total: 12, today: 3, active: 7 }));
    gateway.services.answer(authCalls.listUsers, () => ({
      users: [userOf(newUser())],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
    gateway.services.answer(authCalls.getEmails, () => ({ emails: {} }));
    gateway.services.answer(authCalls.listRegistrations, () => ({ days: [{ date: '2026-11-20', count: 4 }] }));
    gateway.services.answer(billingCalls.getCredits, () => ({ credits: {} }));
    gateway.services.answer(billingCalls.getMoneyTotals, () => sums);
    gateway.services.answer(billingCalls.listDailyTotals, () => ({ days: [{ date: '2026-11-20', ...sums }] }));
    gateway.services.answer(billingCalls.listAllTransactions, () => ({
      items: [row as never],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(`/api/admin${path}`).set({ authorization });

  it('dashboard revenue is captured minus refunded paise, in rupees [ADM-09, ADM-24, G-34]', async () => {
    const answer = await get('/dashboard').expect(200);
    expect(answer.body).toMatchObject({
      data: {
        stats: {
          totalUsers: 12,
          totalCreditsSold: 1_100,
          totalRevenue: 1_048.5,
          activeUsers: 7,
          creditsUsed: 90,
          newUsersToday: 3,
        },
        recentUsers: [{ credits: 0 }],
        recentTransactions: [row],
      },
    });
    expect(gateway.services.received(authCalls.listUsers)).toMatchObject([{ limit: 5 }]);
  });

  it('analytics cover 30 days by default, with activity and a summary [ADM-28, ADM-29]', async () => {
    const answer = await get('/analytics').expect(200);
    expect(answer.body).toMatchObject({
      data: {
        timeframe: '30d',
        userRegistrations: [{ date: '2026-11-20', count: 4 }],
        transactions: [{ date: '2026-11-20', count: 2, credits: 1_100, revenue: 1_048.5 }],
        recentActivity: [
          { kind: 'purchase', credits: 100 },
          { kind: 'registration', credits: null },
        ],
        summary: { totalUsers: 4, totalTransactions: 2, totalRevenue: 1_048.5 },
      },
    });
    const [query] = gateway.services.received(billingCalls.listDailyTotals);
    expect(Date.parse(query?.to ?? '') - Date.parse(query?.from ?? '')).toBe(29 * 86_400_000);
    await get('/analytics?timeframe=1y').expect(400);
  });

  it('revenue by day is available as JSON and CSV [ADM-32]', async () => {
    const answer = await get('/reports/revenue?start=2026-11-20&end=2026-11-20').expect(200);
    expect(answer.body).toMatchObject({
      data: {
        days: [{ captured: 1_098, refunded: 49.5, revenue: 1_048.5 }],
        totals: { revenue: 1_048.5, payments: 2 },
      },
    });
    const file = await get('/reports/revenue.csv?start=2026-11-20&end=2026-11-20').expect('content-type', /text\/csv/);
    expect(file.text).toBe(
      '\uFEFFdate,payments,captured,refunded,revenue,credits_sold,credits_used\r\n2026-11-20,2,1098,49.5,1048.5,1100,90\r\n',
    );
    await get(`/reports/revenue?start=2026-13-40`).expect(400);
  });

  it('packs are listed with their real savings [G-14]', async () => {
    const pack = (id: string, credits: number, price: number, savings: number): AdminCreditPack => {
      return { id, name: id, credits, price, savings, popular: false, description: '', position: 1, archived_at: null };
    };
    gateway.services.answer(billingCalls.listAllPacks, () => ({
      creditPacks: [
        pack('starter', 100, 99, 0),
        pack('popular', 1_000, 999, 10),
        pack('pro', 2_200, 1_999, 20),
        pack('expensive', 1_000, 999, 0),
      ],
    }));
    const answer = await get('/credit-packs').expect(200);
    expect(answer.body).toMatchObject({
      data: {
        items: [
          { id: 'starter', pricePerCredit: 0.99, realSavings: 0, isMisleading: false },
          { id: 'popular', savings: 10, realSavings: -0.9, isMisleading: true },
          { id: 'pro', savings: 20, realSavings: 8.2, isMisleading: true },
          { id: 'expensive', savings: 0, realSavings: -0.9, isMisleading: false },
        ],
      },
    });
  });
});
