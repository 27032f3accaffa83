import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order } from '../testing/purchases';
import { asked, checkout, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('orders', () => {
  let stack: BillingTestApp;
  const buyer = { userId: uuidv7(), name: '', email: 'rupa@example.com' };

  beforeAll(async () => {
    // Looked at often, then not for hours: a test need not wait, and no order ends meanwhile.
    stack = await startBillingTestApp({ pollScheduleMs: [300, 600, 900, 1_200, 3_600_000], timeoutMs: 500 });
  });

  afterEach(() => reset(stack.sandbox.url));
  afterAll(() => stack.close());

  /** By default somebody new's. */
  const create = (changes: object = {}) =>
    stack.calls.call(billingCalls.createOrder, {
      buyer: { ...buyer, userId: uuidv7() },
      packId: 'starter',
      idempotencyKey: null,
      ...changes,
    });
  /** As they left to Razorpay. */
  const posted = async () =>
    (await asked(stack.sandbox.url)).filter(({ request }) => request.endsWith('POST /razorpay/v1/orders'));

  it('PAY-01, PAY-06, PAY-08, G-22: answers what checkout needs', async () => {
    expect(await create({ packId: 'pro' })).toEqual({
      keyId: 'rzp_test_sandbox',
      razorpayOrderId: expect.stringMatching(/^order_/) as string,
      orderId: expect.any(String) as string,
      amount: 199_900,
      currency: 'INR',
      description: 'Credit Pack - Pro Pack',
      prefill: { name: 'rupa', email: 'rupa@example.com' },
      checkoutScriptUrl: `${stack.sandbox.url}/razorpay/checkout.js`,
      packName: 'Pro Pack',
      credits: 2200,
    });
  });

  it('PAY-07, SRV-04: asks Razorpay for the pack’s own price, with notes and a receipt that fits', async () => {
    await create({ packId: 'popular', price: 1, amount: 1 });
    const [made] = await posted();
    expect(made?.body).toMatchObject({
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

  it('PAY-08: prefills a name and a placeholder where there is neither', async () => {
    const { prefill } = await create({ buyer: { userId: uuidv7(), name: '', email: '' } });
    expect(prefill).toEqual({ name: 'Guest User', email: 'guest@example.com' });
  });

  it('PAY-03: refuses an unknown pack', async () => {
    await expect(create({ packId: 'nothing' })).rejects.toMatchObject({
      code: 'invalid_pack',
      message: 'Invalid pack ID',
    });
  });

  it('G-46: the same key answers the same order, also in parallel; another pack is a conflict', async () => {
    const idempotencyKey = uuidv7();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ buyer, idempotencyKey })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expect(create({ buyer, idempotencyKey, packId: 'pro' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const other = await create({ idempotencyKey, buyer: { ...buyer, userId: uuidv7() } });
    expect(other.orderId).not.toBe(answers[0]?.orderId);
  });

  it('an order whose answer was lost is found by its receipt, not made twice', async () => {
    await setFault(stack.sandbox.url, 'lost_answer');
    const request = { buyer: { ...buyer, userId: uuidv7() }, idempotencyKey: uuidv7() };
    await expect(create(request)).rejects.toMatchObject({ code: 'unavailable' });
    await setFault(stack.sandbox.url, 'lost_answer', 0);
    expect(await posted()).toHaveLength(1);
    expect((await create(request)).razorpayOrderId).toMatch(/^order_/);
    expect(await posted()).toHaveLength(1);
  });

  it.each([
    ['long', 'Pack '.repeat(80)],
    ['long in another script', '🎬'.repeat(200)],
  ])(
    'keeps within the 256 characters that Razorpay takes in a note, whatever the %s name of a pack',
    async (_, name) => {
      const id = uuidv7();
      await stack.source.query(
        `INSERT INTO credit_packs (id, name, credits, price_paise, position, description) VALUES ($1, $2, 5, 500, 9, '')`,
        [id, name],
      );
      expect((await create({ packId: id })).packName).toBe(name);
      const [made] = await posted();
      const notes = (made?.body as { notes: Record<string, string> }).notes;
      expect(Object.keys(notes).length).toBeLessThanOrEqual(15);
      expect(notes.pack_name).toMatch(/^.{100,255}…$/u);
      expect(notes.pack_name?.length).toBeLessThanOrEqual(256);
    },
  );

  describe('after a closed checkout', () => {
    const setPrice = (paise: number) =>
      stack.source.query(`UPDATE credit_packs SET price_paise = $1 WHERE id = 'starter'`, [paise]);

    async function pay(razorpayOrderId: string, webhooks = 'none') {
      return checkout(stack.sandbox.url, razorpayOrderId, 'success', webhooks);
    }

    it('the same order is paid again, by another key or none, and each key answers it for ever', async () => {
      const someone = { ...buyer, userId: uuidv7() };
      const [first, second] = [uuidv7(), uuidv7()];
      const left = await create({ buyer: someone, idempotencyKey: first });
      expect(await create({ buyer: someone, idempotencyKey: second })).toEqual(left);
      expect(await create({ buyer: someone })).toEqual(left);
      expect(await posted()).toHaveLength(1);
      await stack.calls.call(billingCalls.verifyPayment, await pay(left.razorpayOrderId));
      for (const idempotencyKey of [first, second]) {
        expect(await create({ buyer: someone, idempotencyKey })).toEqual(left);
      }
      const next = await create({ buyer: someone, idempotencyKey: uuidv7() });
      expect(next.orderId).not.toBe(left.orderId);
      await expect(create({ buyer: someone, idempotencyKey: second, packId: 'pro' })).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
    });

    it('ten checkouts opened at once are of one order', async () => {
      const someone = { ...buyer, userId: uuidv7() };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => create({ buyer: someone, idempotencyKey: i % 2 ? uuidv7() : null })),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const [row] = await stack.source.query<{ count: number }[]>(
        `SELECT count(*)::int FROM orders WHERE user_id = $1`,
        [someone.userId],
      );
      expect(row?.count).toBe(1);
    });

    it('while it is being paid, nobody is charged twice for one purchase', async () => {
      for (let i = 0; i < 5; i++) {
        const someone = { ...buyer, userId: uuidv7() };
        const left = await create({ buyer: someone });
        const paid = await pay(left.razorpayOrderId);
        const [, again] = await Promise.all([
          stack.calls.call(billingCalls.verifyPayment, paid),
          create({ buyer: someone, idempotencyKey: uuidv7() }),
        ]);
        const [row] = await stack.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [
          again.orderId,
        ]);
        expect(row?.state).toBe(again.orderId === left.orderId ? 'paid' : 'open');
        expect(await available(stack, someone.userId)).toBe(100);
      }
      await expectInvariantsHold(stack.source);
    });

    it('it is another person’s, another pack’s, at a new price, or too old: a new order', async () => {
      const someone = { ...buyer, userId: uuidv7() };
      const left = await create({ buyer: someone });
      const others = [await create(), await create({ buyer: someone, packId: 'pro' })];
      await setPrice(10_000);
      const dearer = await create({ buyer: someone });
      await setPrice(9_900);
      expect(dearer.amount).toBe(10_000);
      await stack.source.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [
        left.orderId,
      ]);
      const ids = [left, ...others, dearer, await create({ buyer: someone })].map(({ orderId }) => orderId);
      expect(new Set(ids).size).toBe(5);
    });
  });

  it('goes on with a cut-off order when the same key comes again', async () => {
    await setFault(stack.sandbox.url, 'down');
    const request = { buyer: { ...buyer, userId: uuidv7() }, idempotencyKey: uuidv7() };
    await expect(create(request)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 2,
    });
    await setFault(stack.sandbox.url, 'down', 0);
    expect((await create(request)).razorpayOrderId).toMatch(/^order_/);
  });

  it('SRV-09: with the callback lost and no webhook, the poller grants', async () => {
    const bought = await order(stack);
    await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await eventually(async () => expect(await available(stack, bought.userId)).toBe(100));
    await expectInvariantsHold(stack.source);
  });
});

describe('orders that nobody pays', () => {
  let stack: BillingTestApp;

  beforeAll(async () => {
    stack = await startBillingTestApp({ pollScheduleMs: [50, 100] });
  });

  afterAll(() => stack.close());

  async function untilExpired(orderId: string): Promise<void> {
    await eventually(async () => {
      const [row] = await stack.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [orderId]);
      expect(row?.state).toBe('expired');
    });
  }

  it('expire after the last look; a payment that comes later still is granted', async () => {
    const bought = await order(stack);
    await untilExpired(bought.order.orderId);
    const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    await stack.calls.call(billingCalls.verifyPayment, paid);
    expect(await available(stack, bought.userId)).toBe(100);
  });

  it('answer a conflict to the key they were made with', async () => {
    await setFault(stack.sandbox.url, 'error:500');
    const request = {
      buyer: { userId: uuidv7(), name: 'A', email: 'a@example.com' },
      packId: 'starter',
      idempotencyKey: uuidv7(),
    };
    await expect(stack.calls.call(billingCalls.createOrder, request)).rejects.toMatchObject({ code: 'unavailable' });
    await reset(stack.sandbox.url);
    const [row] = await stack.source.query<{ id: string }[]>(
      `SELECT order_id AS id FROM order_keys WHERE idempotency_key = $1`,
      [request.idempotencyKey],
    );
    // The look that failed would be taken again half a minute later.
    await stack.source.query(`UPDATE orders SET next_poll_at = now(), poll_count = 1 WHERE id = $1`, [row?.id]);
    await untilExpired(row?.id ?? '');
    await expect(stack.calls.call(billingCalls.createOrder, request)).rejects.toMatchObject({ code: 'conflict' });
  });
});
