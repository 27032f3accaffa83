import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { ExternalRefunds } from '../refunds/external-refunds';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { type Paid, pay } from '../testing/purchases';

describe('the operators’ list of disputes', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  const list = (filter: object = {}) => app.calls.call(billingCalls.listDisputes, { limit: 10, ...filter });
  const report = (id: string, { paymentId }: Paid, status: 'open' | 'won', respondBy: number | null) =>
    app.get(ExternalRefunds).recordDispute(
      {
        id,
        payment_id: paymentId,
        amount: 9_900,
        amount_deducted: 0,
        reason_code: 'goods_not_provided',
        respond_by: respondBy,
        status,
        phase: 'chargeback',
      },
      null,
    );

  it('is empty without disputes; open ones are sorted by deadline and show what was taken and what is owed', async () => {
    expect(await list()).toEqual({ items: [], nextCursor: null, total: 0, isTotalCapped: false });
    const [first, second, third] = [await pay(app), await pay(app), await pay(app)];
    await app.ledger.hold(uuidv7(), first.userId, 30, 'A video');
    const [urgent, later, undated] = ['disp_urgent', 'disp_later', 'disp_undated'];
    await report(later, first, 'open', 1_900_000_000);
    await report(urgent, second, 'open', 1_800_000_000);
    await report(undated, third, 'open', null);
    const { items, total } = await list({ state: 'open' });
    expect(items.map(({ id }) => id)).toEqual([urgent, later, undated]);
    expect(total).toBe(3);
    expect(items[1]).toMatchObject({
      amountPaise: 9_900,
      creditsTaken: 70,
      creditsOwed: 30,
      orderId: first.orderId,
      user_id: first.userId,
      respondBy: new Date(1_900_000_000_000).toISOString(),
    });
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ state: 'open', limit: 1, cursor });
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([urgent, later, undated]);

    await report(urgent, second, 'won', null);
    expect((await list({ state: 'won' })).items).toMatchObject([
      { id: urgent, creditsOwed: 0, reversedAt: expect.any(String) as string },
    ]);
    expect((await list()).items.map(({ id }) => id)).toEqual([undated, urgent, later]);
    for (const words of [later, first.paymentId]) {
      expect((await list({ words })).items.map(({ id }) => id)).toEqual([later]);
    }
  });
});
