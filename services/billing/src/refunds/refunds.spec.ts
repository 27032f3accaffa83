import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { uuidv7 } from 'uuidv7';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, type Paid, pay } from '../testing/purchases';
import { checkout, recordedRequests, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { RefundSender } from './refund-sender';
import { type CardRefund, RefundsService } from './refunds.service';

describe('refunds', () => {
  let app: BillingTestApp;
  let refunds: RefundsService;

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200], timeoutMs: 500 });
    refunds = app.get(RefundsService);
  });

  afterEach(async () => {
    await reset(app.sandbox.url);
    await expectInvariantsHold(app.source);
  });
  afterAll(() => app.close());

  function refund(paid: Paid, changes: Partial<CardRefund> = {}): CardRefund {
    return { paymentId: paid.paymentId, amountPaise: 9_900, reason: 'job_failed', key: uuidv7(), ...changes };
  }

  async function stateOf(refundId: string): Promise<string | undefined> {
    const [row] = await app.source.query<{ state: string }[]>(`SELECT state FROM refunds WHERE id = $1`, [refundId]);
    return row?.state;
  }

  const untilState = (refundId: string, state: string) =>
    eventually(async () => expect(await stateOf(refundId)).toBe(state));

  /** Amounts that Razorpay has refunded. */
  async function refundedAmounts(paymentId: string): Promise<number[]> {
    return (await app.get(RazorpayClient).listRefunds(paymentId)).map(({ amount }) => amount);
  }

  async function refundRequests(paymentId: string): Promise<unknown[]> {
    const path = `POST /razorpay/v1/payments/${paymentId}/refund`;
    return (await recordedRequests(app.sandbox.url)).filter(({ request }) => request === path).map(({ body }) => body);
  }

  it('refunds a payment and burns its credits when Razorpay has processed it', async () => {
    const paid = await pay(app);
    const requested = await refunds.refundPayment(refund(paid));
    expect(requested).toEqual({
      refundId: expect.any(String) as string,
      amountPaise: 9_900,
      credits: 100,
      state: 'requested',
    });
    expect(await app.calls.call(billingCalls.getBalance, paid)).toEqual({ credits: 0, available: 0, held: 100 });
    await untilState(requested.refundId, 'processed');
    expect(await app.calls.call(billingCalls.getBalance, paid)).toEqual({ credits: 0, available: 0, held: 0 });
    expect(await refundedAmounts(paid.paymentId)).toEqual([9_900]);
    expect(await refundRequests(paid.paymentId)).toEqual([
      {
        amount: 9_900,
        speed: 'normal',
        receipt: requested.refundId.replaceAll('-', ''),
        notes: { reason: 'job_failed' },
      },
    ]);
  });

  it('partial refunds never exceed the captured amount in total', async () => {
    const paid = await pay(app);
    const first = await refunds.refundPayment(refund(paid, { amountPaise: 4_000 }));
    const second = await refunds.refundPayment(refund(paid, { amountPaise: 5_000 }));
    expect([first.credits, second.credits]).toEqual([40, 50]);
    await expect(refunds.refundPayment(refund(paid, { amountPaise: 901 }))).rejects.toMatchObject({
      code: 'not_refundable',
      details: { reason: 'more_than_left' },
    });
    const last = await refunds.refundPayment(refund(paid, { amountPaise: 900 }));
    expect(last.credits).toBe(10);
    expect((await refundedAmounts(paid.paymentId)).sort()).toEqual([4_000, 5_000, 900]);
  });

  it('many small refunds take as many credits as one large refund', async () => {
    const paid = await pay(app);
    const taken = [];
    for (let i = 0; i < 33; i += 1) {
      const { credits } = await refunds.requestRefund(refund(paid, { amountPaise: 300 }), app.source.manager);
      taken.push(credits);
    }
    expect(taken.reduce((sum, credits) => sum + credits)).toBe(100);
    expect(new Set(taken)).toEqual(new Set([3, 4]));
  });

  it('ten concurrent requests with one key make one refund; with ten keys, refunds stop at the captured amount', async () => {
    const paid = await pay(app);
    const one = refund(paid, { amountPaise: 3_000 });
    const same = await Promise.all(Array.from({ length: 10 }, () => refunds.refundPayment(one)));
    expect(new Set(same.map(({ refundId }) => refundId)).size).toBe(1);
    await expect(refunds.refundPayment({ ...one, amountPaise: 3_001 })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const others = await Promise.allSettled(
      Array.from({ length: 10 }, () => refunds.refundPayment(refund(paid, { amountPaise: 3_000 }))),
    );
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await refundedAmounts(paid.paymentId)).toEqual([3_000, 3_000, 3_000]);
  });

  const FAULTS = ['down', 'lost_answer', 'error:409', 'garbage', 'slow:800', 'error:500', 'error:401', 'rate_limit:1'];
  // The first three faults mean: not sent, sent without an answer, refused.
  it.each(rowsOf(FAULTS, (_kind, index) => index < 3))(
    'a refund waits while Razorpay is %s, and is created once afterwards',
    async (kind) => {
      const paid = await pay(app);
      await setFault(app.sandbox.url, kind);
      const { refundId, state } = await refunds.refundPayment(refund(paid));
      expect(state).toBe('requested');
      await eventually(async () => {
        const [row] = await app.source.query<{ attempts: number }[]>(`SELECT attempts FROM refunds WHERE id = $1`, [
          refundId,
        ]);
        expect(row?.attempts).toBeGreaterThan(2);
      });
      expect(await stateOf(refundId)).toBe('requested');
      expect(await available(app, paid.userId)).toBe(0);
      await reset(app.sandbox.url);
      await untilState(refundId, 'processed');
      expect(await refundedAmounts(paid.paymentId)).toEqual([9_900]);
    },
  );

  describe('interrupted', () => {
    class Crash extends Error {}

    /** A sender whose process crashes before or after its call to Razorpay. */
    function crashingSender(moment: 'before the call' | 'after the call'): RefundSender {
      const real = app.get(RazorpayClient);
      const client = Object.create(real) as RazorpayClient;
      client.refund = async (...args) => {
        if (moment === 'after the call') await real.refund(...args);
        throw new Crash(moment);
      };
      const sender = new RefundSender(app.source, client, app.config);
      return Object.assign(sender, {
        recordFailure: (_refund: unknown, reason: string) => {
          throw new Crash(reason);
        },
      });
    }

    it('right after it was stored, the refund is sent by the poller', async () => {
      const paid = await pay(app);
      const { refundId } = await refunds.requestRefund(refund(paid), app.source.manager);
      await untilState(refundId, 'processed');
      expect(await refundedAmounts(paid.paymentId)).toEqual([9_900]);
    });

    it.each(['before the call', 'after the call'] as const)('%s, the refund is created once', async (moment) => {
      const paid = await pay(app);
      const crashing = new RefundsService(app.source, crashingSender(moment), app.get(UnapprovedAmountsService));
      const cardRefund = refund(paid);
      // If the poller claims the refund first, the crashing sender has nothing to send and does not throw.
      await crashing.refundPayment(cardRefund).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
      const { refundId } = await refunds.requestRefund(cardRefund, app.source.manager);
      await untilState(refundId, 'processed');
      expect(await refundedAmounts(paid.paymentId)).toEqual([9_900]);
      expect(await available(app, paid.userId)).toBe(0);
    });

    it('inside the caller’s transaction, nothing is sent and nothing is reserved', async () => {
      const paid = await pay(app);
      const interrupted = app.source.transaction(async (manager) => {
        await refunds.requestRefund(refund(paid), manager);
        throw new Crash();
      });
      await expect(interrupted).rejects.toBeInstanceOf(Crash);
      expect(await available(app, paid.userId)).toBe(100);
      expect(await refundRequests(paid.paymentId)).toEqual([]);
    });
  });

  it('spent and held credits stay as they are, and the full amount is refunded', async () => {
    const paid = await pay(app);
    const { ledger } = app;
    const [spent, held] = [uuidv7(), uuidv7()];
    await ledger.hold(spent, paid.userId, 30, 'A video');
    await ledger.capture(spent, paid.userId);
    await ledger.hold(held, paid.userId, 50, 'A video');
    const { credits, refundId } = await refunds.refundPayment(refund(paid));
    expect(credits).toBe(20);
    await untilState(refundId, 'processed');
    await ledger.release(held, paid.userId, 'Refund');
    expect(await available(app, paid.userId)).toBe(50);
  });

  it('a refund that races holds over the same credits uses each credit once', async () => {
    const paid = await pay(app);
    const { ledger } = app;
    const [refunded, ...holds] = await Promise.all([
      refunds.refundPayment(refund(paid)),
      ...Array.from({ length: 5 }, () =>
        ledger.hold(uuidv7(), paid.userId, 18, 'A video').then(
          () => 18,
          () => 0,
        ),
      ),
    ]);
    const held = holds.reduce((sum: number, credits) => sum + (credits as number), 0);
    expect((refunded as { credits: number }).credits + held + (await available(app, paid.userId))).toBe(100);
  });

  it('a second captured payment of an order is refunded automatically, once', async () => {
    const paid = await pay(app);
    const second = await checkout(app.sandbox.url, paid.razorpayOrderId, 'success', 'none');
    for (let i = 0; i < 2; i += 1) {
      await expect(app.calls.call(billingCalls.verifyPayment, second)).rejects.toMatchObject({ code: 'conflict' });
    }
    await eventually(async () => expect(await refundedAmounts(second.razorpayPaymentId)).toEqual([9_900]));
    expect(await refundedAmounts(paid.paymentId)).toEqual([]);
    expect(await available(app, paid.userId)).toBe(100);
  });

  it('an unknown payment is not found', async () => {
    const unknown = { paymentId: 'pay_unknown', amountPaise: 100, reason: 'job_failed', key: 'k' } as const;
    await expect(refunds.refundPayment(unknown)).rejects.toMatchObject({ code: 'not_found' });
  });
});
