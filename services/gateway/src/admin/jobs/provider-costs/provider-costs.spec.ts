import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

const sums = { jobs: 2, credits: 36, revenueMicros: 35_640_000, costMicros: 1_500_000, unknownCostJobs: 0 };
const totals = { ...sums, unknownCostJobs: 1 };

describe('provider costs and the margin', () => {
  let gateway: GatewayTestApp;
  const admin = newUser();

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.answer(generationCalls.getMargin, ({ from, to, by }) => ({
      start: from,
      end: to,
      by,
      rows: [
        { key: '=seedance', ...sums },
        { key: 'zeroscope', ...totals },
      ],
      totals,
      missing: [],
      uncounted: 0,
    }));
  });
  afterAll(() => gateway.close());

  const call = (method: 'get' | 'post', path: string) =>
    request(gateway.url)
      [method](`/api/admin/${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, admin)}`);
  const price = {
    provider: 'fal',
    model: 'seedance',
    unit: 'second',
    currency: 'USD',
    price: '0.18',
    validFrom: '2026-11-01',
    reason: 'Their price list',
  };

  it('a price and a rate keep every digit', async () => {
    const entry = { id: gateway.user.id, adminId: admin.id, createdAt: '2026-11-21T09:30:00.000Z' };
    gateway.services.answer(generationCalls.addProviderPrice, (input) => ({
      price: { ...input, resolution: null, ...entry },
    }));
    gateway.services.answer(generationCalls.addExchangeRate, (input) => ({ rate: { ...input, ...entry } }));
    const rate = { currency: 'USD', rate: '84.123457', validFrom: '2026-11-01', reason: 'RBI reference rate' };
    await call('post', 'provider-costs/prices').send(price).expect(201);
    await call('post', 'provider-costs/exchange-rates').send(rate).expect(201);
    expect(gateway.services.received(generationCalls.addProviderPrice)).toMatchObject([
      { priceMicros: 180_000, adminId: admin.id, reason: 'Their price list' },
    ]);
    expect(gateway.services.received(generationCalls.addExchangeRate)).toMatchObject([{ rateMicros: 84_123_457 }]);
  });

  it.each([
    { price: '-1' },
    { price: '0.1234567' },
    { price: '1e3' },
    { currency: 'usd' },
    { reason: '' },
    { validFrom: 'now' },
  ])('the price is rejected: %j', (change) =>
    call('post', 'provider-costs/prices')
      .send({ ...price, ...change })
      .expect(400),
  );

  it('the CSV leaves the margin empty where a cost is unknown, and escapes formulas', async () => {
    const { text } = await call('get', 'reports/margin.csv?start=2026-11-01&end=2026-11-21&by=model').expect(200);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFmodel,jobs,credits,captured_inr,known_cost_inr,jobs_with_unknown_cost,margin_inr',
      `"'=seedance",2,36,35.64,1.5,0,34.14`,
      'zeroscope,2,36,35.64,1.5,1,',
      '',
    ]);
  });

  it('the report covers 30 days by default', async () => {
    gateway.services.received(generationCalls.getMargin);
    await call('get', 'reports/margin?end=2026-11-30').expect(200);
    expect(gateway.services.received(generationCalls.getMargin)).toEqual([
      { from: '2026-11-01', to: '2026-11-30', by: 'day' },
    ]);
  });
});
