import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageRow } from '@luit/contracts/generation/usage';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';

describe('usage and transactions of the public API', () => {
  let gateway: GatewayTestApp;
  let keyId: string;
  let headers: Record<string, string>;
  let rows: UsageRow[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    ({ id: keyId, headers } = new TestApiKeys(gateway.services).add(gateway.user.id));
    gateway.services.answer(generationCalls.getUsage, () => ({ rows }));
    rows = [
      { group: keyId, requests: 3, completed: 2, failed: 1, captured: 36, held: 0, returned: 18 },
      { group: null, requests: 2, completed: 0, failed: 0, captured: 0, held: 36, returned: 0 },
    ];
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(path).set(headers);

  it('more: usage is added up by key, with totals', async () => {
    const { body } = await get('/v1/usage?group_by=key&from=2026-11-01&to=2026-11-30').expect(200);
    expect(body).toEqual({
      ...{ object: 'usage', group_by: 'key', from: '2026-11-01', to: '2026-11-30' },
      data: [
        ...[{ group: keyId, requests: 3, completed: 2, failed: 1 }].map((row) => ({
          ...row,
          ...{ credits_captured: 36, credits_held: 0, credits_returned: 18 },
        })),
        {
          ...{ group: null, requests: 2, completed: 0, failed: 0 },
          ...{ credits_captured: 0, credits_held: 36, credits_returned: 0 },
        },
      ],
      totals: {
        ...{ requests: 5, completed: 2, failed: 1 },
        ...{ credits_captured: 36, credits_held: 36, credits_returned: 18 },
      },
    });
    const period = { from: '2026-11-01', to: '2026-11-30' };
    expect(gateway.services.received(generationCalls.getUsage)).toEqual([
      { userId: gateway.user.id, by: 'key', ...period },
    ]);
  });

  it('the CSV file has the same numbers', async () => {
    const answer = await get('/v1/usage.csv?group_by=key&from=2026-11-01&to=2026-11-30').expect(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text).toBe(
      '\uFEFFapi_key_id,requests,completed,failed,credits_captured,credits_held,credits_returned\r\n' +
        `${keyId},3,2,1,36,0,18\r\n,2,0,0,0,36,0\r\n`,
    );
  });

  it('by default it has the 30 days that end today in IST', async () => {
    gateway.services.received(generationCalls.getUsage);
    await get('/v1/usage').expect(200);
    const [asked] = gateway.services.received(generationCalls.getUsage);
    const { by, from, to } = asked!;
    expect(by).toBe('day');
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    await get('/v1/usage?group_by=prompt').expect(400);
    await get('/v1/usage?from=yesterday').expect(400);
  });

  it('more: transactions are pages by the id of the last one', async () => {
    const row: CreditTransaction = {
      ...{
        id: uuidv7(),
        user_id: gateway.user.id,
        type: 'usage',
        amount: -18,
        description: 'Video generation: 5 s, 480p',
      },
      ...{ status: 'pending', created_at: '2026-11-26T10:00:00.900Z', reference_id: uuidv7(), balance_after: 82 },
    };
    gateway.services.answer(billingCalls.pageTransactions, () => ({ transactions: [row], hasMore: true }));
    const after = uuidv7();
    const { body } = await get(`/v1/transactions?limit=1&after=${after}`).expect(200);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          ...{ id: row.id, object: 'transaction', type: 'usage', credits: -18, balance_after: 82, status: 'pending' },
          ...{ description: row.description, reference_id: row.reference_id, created_at: 1_795_687_200 },
        },
      ],
      ...{ first_id: row.id, last_id: row.id, has_more: true },
    });
    expect(gateway.services.received(billingCalls.pageTransactions)).toEqual([
      { userId: gateway.user.id, limit: 1, after },
    ]);
    await get('/v1/transactions?after=1').expect(400);
  });
});
