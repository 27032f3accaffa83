import { billingCalls } from '@luit/contracts/billing/messages';
import type { TransactionSort } from '@luit/contracts/billing/transactions';
import { uuidv7 } from 'uuidv7';
import { LedgerService } from '../ledger/ledger.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { type Paid, pay } from '../testing/purchases';
import type { TransactionFilter } from './admin-transactions.service';

describe('admin transaction list', () => {
  let app: BillingTestApp;
  let buyer: Paid;
  let other: Paid;
  const hold = uuidv7();

  beforeAll(async () => {
    app = await startBillingTestApp();
    [buyer, other] = [await pay(app), await pay(app, 'popular')];
    const ledger = app.get(LedgerService);
    await ledger.deduct(hold, buyer.userId, 18, 'video_generation');
    for (const credits of [18, 7, 32]) await ledger.deduct(uuidv7(), other.userId, credits, 'video_generation');
  });

  afterAll(() => app.close());

  const list = (filter: Partial<TransactionFilter> = {}) =>
    app.calls.call(billingCalls.listAllTransactions, { limit: 50, ...filter });
  const amounts = async (filter: Partial<TransactionFilter>) => (await list(filter)).items.map(({ amount }) => amount);

  /** Reads all pages, two rows each. */
  async function readAllPages(filter: Partial<TransactionFilter>): Promise<{ id: string; amount: number }[]> {
    const found = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ ...filter, limit: 2, cursor });
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found;
  }

  it.each<[TransactionSort, number[]]>([
    ['-created_at', [-32, -7, -18, -18, 1_000, 100]],
    ['created_at', [100, 1_000, -18, -18, -7, -32]],
    ['-amount', [1_000, 100, -7, -18, -18, -32]],
    ['amount', [-32, -18, -18, -7, 100, 1_000]],
  ])('sorts by %s and shows each transaction on exactly one page [ADM-21]', async (sort, expected) => {
    const found = await readAllPages({ sort });
    expect(found.map(({ amount }) => amount)).toEqual(expected);
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
  });

  it.each<[TransactionSort, number[]]>([
    ['created_at', [-18, -18, -7, -32]],
    ['-amount', [-7, -18, -18, -32]],
  ])('filters by type, sorted by %s [ADM-21]', async (sort, expected) => {
    expect((await readAllPages({ sort, type: 'usage' })).map(({ amount }) => amount)).toEqual(expected);
  });

  it('the pages of a user contain each of their transactions once, and none of others', async () => {
    const { userId } = other;
    const found: number[] = [];
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const page = await app.calls.call(billingCalls.pageTransactions, { userId, limit: 3, after });
      found.push(...page.transactions.map(({ amount }) => amount));
      ({ hasMore } = page);
      after = page.transactions.at(-1)?.id;
    }
    expect(found).toEqual([-32, -7, -18, 1_000]);
    const filtered = async (filters: object) => {
      const page = await app.calls.call(billingCalls.pageTransactions, { userId, limit: 9, ...filters });
      return page.transactions.map(({ amount }) => amount);
    };
    expect(await filtered({ type: 'usage' })).toEqual([-32, -7, -18]);
    const statuses = await Promise.all(
      (['pending', 'completed', 'reversed'] as const).map((status) => filtered({ status })),
    );
    expect(statuses.flat().sort()).toEqual([-18, -32, -7, 1_000]);
    expect(await filtered({ createdUntil: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await filtered({ createdFrom: '2020-01-01T00:00:00Z', type: 'grant', status: 'pending' })).toEqual([]);
    const [{ id: after } = { id: '' }] = (await list({ userId: buyer.userId })).items;
    await expect(app.calls.call(billingCalls.pageTransactions, { userId, limit: 3, after })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { after: expect.any(String) as string },
    });
  });

  it('filters by user, and by user and type [ADM-21]', async () => {
    const { userId } = buyer;
    expect(await amounts({ userId })).toEqual([-18, 100]);
    expect(await amounts({ userId, sort: '-amount' })).toEqual([100, -18]);
    expect(await list({ userId, type: 'purchase' })).toMatchObject({
      items: [{ id: buyer.transactionId, order_id: buyer.orderId }],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    });
  });

  it('search finds transactions by their ids, their users and their descriptions [ADM-21]', async () => {
    expect(await amounts({ words: buyer.transactionId })).toEqual([100]);
    expect(await amounts({ words: buyer.orderId.toUpperCase() })).toEqual([100]);
    expect(await amounts({ words: hold })).toEqual([-18]);
    expect(await amounts({ words: 'somebody', ofUsers: [other.userId] })).toEqual([-32, -7, -18, 1_000]);
    expect(await amounts({ words: 'STARTER' })).toEqual([100]);
    expect(await amounts({ words: 'starter', userId: other.userId })).toEqual([]);
    expect(await amounts({ words: '%' })).toEqual([]);
    expect(await list({ words: 'nobody' })).toEqual({ items: [], nextCursor: null, total: 0, isTotalCapped: false });
  });

  it('transactions of a period are those that SQL finds', async () => {
    const all = (await readAllPages({})).map(({ id }) => id);
    const [{ at } = { at: '' }] = await app.source.query<{ at: string }[]>(
      `SELECT to_json(created_at) #>> '{}' AS at FROM transactions ORDER BY id OFFSET 2 LIMIT 1`,
    );
    const since = await app.source.query<{ id: string }[]>(
      `SELECT id FROM transactions WHERE created_at >= $1 ORDER BY id DESC`,
      [at],
    );
    const found = async (period: Partial<TransactionFilter>) => (await readAllPages(period)).map(({ id }) => id);
    expect(await found({ from: at })).toEqual(since.map(({ id }) => id));
    expect(await found({ to: at })).toEqual(all.filter((id) => !since.some((row) => row.id === id)));
    expect(since.length).toBeGreaterThan(0);
    expect(since.length).toBeLessThan(all.length);
  });
});
