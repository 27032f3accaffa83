import { accountOf } from '@luit/contracts/messages/account-of';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { withCorrelation } from '../tracing/correlation';
import { Bulkhead } from './bulkhead';
import { BulkheadPool } from './bulkhead-pool';

const soon = () => performance.now() + 20;
const later = () => performance.now() + 60_000;

describe('a bulkhead', () => {
  it('bounds each key, hands free slots to the longest waiting caller, and refuses what waits too long', async () => {
    const bulkhead = new Bulkhead({ running: 1, waiting: 2, busyText: 'Busy' });
    const order: string[] = [];
    const first = await bulkhead.acquire('a', later());
    const waiting = ['second', 'third'].map(async (name) => {
      const free = await bulkhead.acquire('a', later());
      order.push(name);
      return free;
    });
    await expect(bulkhead.acquire('a', later())).rejects.toMatchObject({ code: 'unavailable' });
    (await bulkhead.acquire('b', soon()))();
    first();
    const second = await waiting[0]!;
    expect(order).toEqual(['second']);
    await expect(bulkhead.acquire('a', soon())).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    second();
    (await waiting[1]!)();
    (await bulkhead.acquire('a', soon()))();
  });
});

describe('a pool with bulkheads', () => {
  let database: TestDatabase;
  let pool: BulkheadPool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new BulkheadPool({ connectionString: database.urlOf('billing'), max: 5 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const sleep = (account: string | undefined, seconds: number) =>
    withCorrelation(undefined, () => pool.query(`SELECT pg_sleep(${seconds})`), later(), { account });

  it('leaves connections for others while calls of one account wait', async () => {
    const from = performance.now();
    let ended = 0;
    const own = Array.from({ length: 6 }, () => sleep('hot', 0.1).then(() => (ended += 1)));
    await Promise.all([sleep('other', 0), sleep(undefined, 0)]);
    expect(ended).toBeLessThan(own.length);
    await Promise.all(own);
    // One fifth of five connections: they ran one after the other.
    expect(performance.now() - from).toBeGreaterThanOrEqual(550);
  });

  it('gives a call that holds a connection a second one at once', async () => {
    const nested = () =>
      withCorrelation(
        undefined,
        async () => {
          const client = await pool.connect();
          await pool.query('SELECT 1');
          client.release();
        },
        later(),
        { account: 'nested' },
      );
    await Promise.all([nested(), nested(), nested()]);
  });
});

it.each([
  [{ userId: 'u', requestId: 'r' }, 'u'],
  [{ buyer: { userId: 'b' }, packId: 'p' }, 'b'],
  [{ requestId: 'r' }, 'r'],
  [{ reports: [{ requestId: 'r' }] }, undefined],
  [undefined, undefined],
])('the account of %j is %p', (payload, account) => expect(accountOf(payload)).toBe(account));
