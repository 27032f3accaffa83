import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order } from '../testing/purchases';
import { checkout, recordedRequests, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('orders', () => {
  let app: BillingTestApp;
  const buyer = { userId: uuidv7(), name: '', email: 'rupa@example.com' };

  beforeAll(async () => {
    // Polls quickly at first, so that tests need not wait; the last poll is far off, so that no order expires.
    app = await startBillingTestApp({ pollScheduleMs: [300, 600, 900, 1_200, 3_600_000], timeoutMs: 500 });
  });

  afterEach(() => reset(app.sandbox.url));
  afterAll(() => app.close());

  /** By default for a new user. */
  const create = (changes: object = {}) =>
    app.calls.call(billingCalls.createOrder, {
      buyer: { ...buyer, userId: uuidv7() },
      packId: 'starter',
      idempotencyKey: null,
      ...changes,
    });
  /** Order creations that Razorpay received. */
  const createdOrders = async () =>
    (await recordedRequests(app.sandbox.url)).filter(({ request }) => request.endsWith('POST /razorpay/v1/orders'));

  it('returns what the checkout needs [PAY-01, PAY-06, PAY-08, G-22]', async () => {
    expect(await create({ packId: 'pro' })).toEqual({
      keyId: 'rzp_test_sandbox',
      razorpayOrderId: expect.stringMatching(/^order_/) as string,
      orderId: expect.any(String) as string,
      amount: 199_900,
      currency: 'INR',
      description: 'Credit Pack - Pro Pack',
      prefill: { name: 'rupa', email: 'rupa@example.com' },
      checkoutScriptUrl: `${app.sandbox.url}/razorpay/checkout.js`,
      packName: 'Pro Pack',
      credits: 2200,
    });
  });

  it('creates the Razorpay order at the pack’s stored price, with notes and a short receipt [PAY-07, SRV-04]', async () => {
    await create({ packId: 'popular', price: 1, amount: 1 });
    const [created] = await createdOrders();
    expect(created?.body).toMatchObject({
      amount: 99_900,
      currency: 'INR',
      notes: {
        pack_id: 'popular',
        pack_name: 'Popular Pack',
        credits: '1000',
        user_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
      receipt: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
  });

  it('prefills placeholders if the buyer has no name or email [PAY-08]', async () => {
    const { prefill } = await create({ buyer: { userId: uuidv7(), name: '', email: '' } });
    expect(prefill).toEqual({ name: 'Guest User', email: 'guest@example.com' });
  });

  it('rejects an unknown pack [PAY-03]', async () => {
    await expect(create({ packId: 'nothing' })).rejects.toMatchObject({
      code: 'invalid_pack',
      message: 'Invalid pack ID',
    });
  });

  it('concurrent requests with one key return one order, and another pack under that key is a conflict [G-46]', async () => {
    const idempotencyKey = uuidv7();
    const results = await Promise.all(Array.from({ length: 10 }, () => create({ buyer, idempotencyKey })));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    await expect(create({ buyer, idempotencyKey, packId: 'pro' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const other = await create({ idempotencyKey, buyer: { ...buyer, userId: uuidv7() } });
    expect(other.orderId).not.toBe(results[0]?.orderId);
  });

  it('an order whose response was lost is found by its receipt and not created twice', async () => {
    await setFault(app.sandbox.url, 'lost_answer');
    const request = { buyer: { ...buyer, userId: uuidv7() }, idempotencyKey: uuidv7() };
    await expect(create(request)).rejects.toMatchObject({ code: 'unavailable' });
    await setFault(app.sandbox.url, 'lost_answer', 0);
    expect(await createdOrders()).toHaveLength(1);
    expect((await create(request)).razorpayOrderId).toMatch(/^order_/);
    expect(await createdOrders()).toHaveLength(1);
  });

  it.each([
    ['long', 'Pack '.repeat(80)],
    ['long in another script', '🎬'.repeat(200)],
  ])('truncates a %s pack name to Razorpay’s limit of 256 characters per note', async (_, name) => {
    const id = uuidv7();
    await app.source.query(
      `INSERT INTO credit_packs (id, name, credits, price_paise, position, description) VALUES ($1, $2, 5, 500, 9, '')`,
      [id, name],
    );
    expect((await create({ packId: id })).packName).toBe(name);
    const [created] = await createdOrders();
    const notes = (created?.body as { notes: Record<string, string> } | undefined)?.notes ?? {};
    expect(Object.keys(notes).length).toBeLessThanOrEqual(15);
    expect(notes.pack_name).toMatch(/^.{100,255}…$/u);
    expect(notes.pack_name?.length).toBeLessThanOrEqual(256);
  });

  describe('after a closed checkout', () => {
    const setPrice = (paise: number) =>
      app.source.query(`UPDATE credit_packs SET price_paise = $1 WHERE id = 'starter'`, [paise]);

    async function pay(razorpayOrderId: string, webhooks = 'none') {
      return checkout(app.sandbox.url, razorpayOrderId, 'success', webhooks);
    }

    it('requests with another key or none reuse the unpaid order, and each key keeps returning it', async () => {
      const user = { ...buyer, userId: uuidv7() };
      const [first, second] = [uuidv7(), uuidv7()];
      const unpaid = await create({ buyer: user, idempotencyKey: first });
      expect(await create({ buyer: user, idempotencyKey: second })).toEqual(unpaid);
      expect(await create({ buyer: user })).toEqual(unpaid);
      expect(await createdOrders()).toHaveLength(1);
      await app.calls.call(billingCalls.verifyPayment, await pay(unpaid.razorpayOrderId));
      for (const idempotencyKey of [first, second]) {
        expect(await create({ buyer: user, idempotencyKey })).toEqual(unpaid);
      }
      const next = await create({ buyer: user, idempotencyKey: uuidv7() });
      expect(next.orderId).not.toBe(unpaid.orderId);
      await expect(create({ buyer: user, idempotencyKey: second, packId: 'pro' })).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
    });

    it('ten checkouts opened at once share one order', async () => {
      const user = { ...buyer, userId: uuidv7() };
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, i) => create({ buyer: user, idempotencyKey: i % 2 ? uuidv7() : null })),
      );
      expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
      const [row] = await app.source.query<{ count: number }[]>(`SELECT count(*)::int FROM orders WHERE user_id = $1`, [
        user.userId,
      ]);
      expect(row?.count).toBe(1);
    });

    it('no one is charged twice if the order is paid while a checkout opens', async () => {
      for (let i = 0; i < 5; i++) {
        const user = { ...buyer, userId: uuidv7() };
        const unpaid = await create({ buyer: user });
        const paid = await pay(unpaid.razorpayOrderId);
        const [, again] = await Promise.all([
          app.calls.call(billingCalls.verifyPayment, paid),
          create({ buyer: user, idempotencyKey: uuidv7() }),
        ]);
        const [row] = await app.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [
          again.orderId,
        ]);
        expect(row?.state).toBe(again.orderId === unpaid.orderId ? 'paid' : 'open');
        expect(await available(app, user.userId)).toBe(100);
      }
      await expectInvariantsHold(app.source);
    });

    it('another user, another pack, a new price or an old order leads to a new order', async () => {
      const user = { ...buyer, userId: uuidv7() };
      const unpaid = await create({ buyer: user });
      const others = [await create(), await create({ buyer: user, packId: 'pro' })];
      await setPrice(10_000);
      const repriced = await create({ buyer: user });
      await setPrice(9_900);
      expect(repriced.amount).toBe(10_000);
      await app.source.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [
        unpaid.orderId,
      ]);
      const ids = [unpaid, ...others, repriced, await create({ buyer: user })].map(({ orderId }) => orderId);
      expect(new Set(ids).size).toBe(5);
    });
  });

  it('a retry with the same key continues an interrupted order', async () => {
    await setFault(app.sandbox.url, 'down');
    const request = { buyer: { ...buyer, userId: uuidv7() }, idempotencyKey: uuidv7() };
    await expect(create(request)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 2,
    });
    await setFault(app.sandbox.url, 'down', 0);
    expect((await create(request)).razorpayOrderId).toMatch(/^order_/);
  });

  it('the poller grants when the callback is lost and no webhook arrives [SRV-09]', async () => {
    const bought = await order(app);
    await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await eventually(async () => expect(await available(app, bought.userId)).toBe(100));
    await expectInvariantsHold(app.source);
  });
});

describe('unpaid orders', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ pollScheduleMs: [50, 100] });
  });

  afterAll(() => app.close());

  async function untilExpired(orderId: string): Promise<void> {
    await eventually(async () => {
      const [row] = await app.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [orderId]);
      expect(row?.state).toBe('expired');
    });
  }

  it('expire after the last poll, and a later payment is still granted', async () => {
    const bought = await order(app);
    await untilExpired(bought.order.orderId);
    const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    await app.calls.call(billingCalls.verifyPayment, paid);
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('return a conflict for their idempotency key after they expired', async () => {
    await setFault(app.sandbox.url, 'error:500');
    const request = {
      buyer: { userId: uuidv7(), name: 'A', email: 'a@example.com' },
      packId: 'starter',
      idempotencyKey: uuidv7(),
    };
    await expect(app.calls.call(billingCalls.createOrder, request)).rejects.toMatchObject({ code: 'unavailable' });
    await reset(app.sandbox.url);
    const [row] = await app.source.query<{ id: string }[]>(
      `SELECT order_id AS id FROM order_keys WHERE idempotency_key = $1`,
      [request.idempotencyKey],
    );
    // The failed poll would be retried only after half a minute.
    await app.source.query(`UPDATE orders SET next_poll_at = now(), poll_count = 1 WHERE id = $1`, [row?.id]);
    await untilExpired(row?.id ?? '');
    await expect(app.calls.call(billingCalls.createOrder, request)).rejects.toMatchObject({ code: 'conflict' });
  });
});
