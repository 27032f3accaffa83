import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { LedgerService } from '../ledger/ledger.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, type Paid, pay } from '../testing/purchases';
import { asked, checkout, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { RefundSender } from './refund-sender';
import { type CardRefund, RefundsService } from './refunds.service';

describe('refunds', () => {
  let stack: BillingTestApp;
  let refunds: RefundsService;

  beforeAll(async () => {
    stack = await startBillingTestApp({ refundScheduleMs: [200], timeoutMs: 500 });
    refunds = stack.get(RefundsService);
  });

  afterEach(async () => {
    await reset(stack.sandbox.url);
    await expectInvariantsHold(stack.source);
  });
  afterAll(() => stack.close());

  function refund(paid: Paid, changes: Partial<CardRefund> = {}): CardRefund {
    return { paymentId: paid.paymentId, amountPaise: 9_900, reason: 'job_failed', key: uuidv7(), ...changes };
  }

  async function stateOf(refundId: string): Promise<string | undefined> {
    const [row] = await stack.source.query<{ state: string }[]>(`SELECT state FROM refunds WHERE id = $1`, [refundId]);
    return row?.state;
  }

  const untilState = (refundId: string, state: string) =>
    eventually(async () => expect(await stateOf(refundId)).toBe(state));

  /** What Razorpay has given back, whatever it was asked how often. */
  async function givenBack(paymentId: string): Promise<number[]> {
    return (await stack.get(RazorpayClient).refundsOf(paymentId)).map((remote) => remote.amount);
  }

  async function posts(paymentId: string): Promise<unknown[]> {
    const path = `POST /razorpay/v1/payments/${paymentId}/refund`;
    return (await asked(stack.sandbox.url)).filter(({ request }) => request === path).map(({ body }) => body);
  }

  it('gives a payment back and burns its credits, once it is processed', async () => {
    const paid = await pay(stack);
    const given = await refunds.refundPayment(refund(paid));
    expect(given).toEqual({
      refundId: expect.any(String) as string,
      amountPaise: 9_900,
      credits: 100,
      state: 'requested',
    });
    expect(await stack.calls.call(billingCalls.getBalance, paid)).toEqual({ credits: 0, available: 0, held: 100 });
    await untilState(given.refundId, 'processed');
    expect(await stack.calls.call(billingCalls.getBalance, paid)).toEqual({ credits: 0, available: 0, held: 0 });
    expect(await givenBack(paid.paymentId)).toEqual([9_900]);
    expect(await posts(paid.paymentId)).toEqual([
      { amount: 9_900, speed: 'normal', receipt: given.refundId.replaceAll('-', ''), notes: { reason: 'job_failed' } },
    ]);
  });

  it('sums partial refunds, and never gives back more than was captured', async () => {
    const paid = await pay(stack);
    const first = await refunds.refundPayment(refund(paid, { amountPaise: 4_000 }));
    const second = await refunds.refundPayment(refund(paid, { amountPaise: 5_000 }));
    expect([first.credits, second.credits]).toEqual([40, 50]);
    await expect(refunds.refundPayment(refund(paid, { amountPaise: 901 }))).rejects.toMatchObject({
      code: 'not_refundable',
      details: { reason: 'more_than_left' },
    });
    const last = await refunds.refundPayment(refund(paid, { amountPaise: 900 }));
    expect(last.credits).toBe(10);
    expect((await givenBack(paid.paymentId)).sort()).toEqual([4_000, 5_000, 900]);
  });

  it('many small refunds take as many credits as one large', async () => {
    const paid = await pay(stack);
    const taken = [];
    for (let i = 0; i < 99; i += 1) {
      const { credits } = await refunds.requestRefund(refund(paid, { amountPaise: 100 }), stack.source.manager);
      taken.push(credits);
    }
    expect(taken.reduce((sum, credits) => sum + credits)).toBe(100);
    expect(new Set(taken)).toEqual(new Set([1, 2]));
  });

  it('ten at once with one key are one; with ten keys only what was captured goes', async () => {
    const paid = await pay(stack);
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
    expect(await givenBack(paid.paymentId)).toEqual([3_000, 3_000, 3_000]);
  });

  it.each(['down', 'lost_answer', 'garbage', 'slow:800', 'error:500', 'error:409', 'error:401', 'rate_limit:1'])(
    'stands while Razorpay is %s, and is done once when that is over',
    async (kind) => {
      const paid = await pay(stack);
      await setFault(stack.sandbox.url, kind);
      const { refundId, state } = await refunds.refundPayment(refund(paid));
      expect(state).toBe('requested');
      await eventually(async () => {
        const [row] = await stack.source.query<{ attempts: number }[]>(`SELECT attempts FROM refunds WHERE id = $1`, [
          refundId,
        ]);
        expect(row?.attempts).toBeGreaterThan(2);
      });
      expect(await stateOf(refundId)).toBe('requested');
      expect(await available(stack, paid.userId)).toBe(0);
      await reset(stack.sandbox.url);
      await untilState(refundId, 'processed');
      expect(await givenBack(paid.paymentId)).toEqual([9_900]);
    },
  );

  describe('cut off', () => {
    class CutOff extends Error {}

    /** The sender of a process that dies where `client` throws. */
    function dyingSender(cut: 'before the call' | 'after the call'): RefundSender {
      const real = stack.get(RazorpayClient);
      const client = Object.create(real) as RazorpayClient;
      client.refund = async (...args) => {
        if (cut === 'after the call') await real.refund(...args);
        throw new CutOff(cut);
      };
      const sender = new RefundSender(stack.source, client, stack.config);
      return Object.assign(sender, {
        endOrWait: (_refund: unknown, error: Error) => {
          throw error;
        },
      });
    }

    it('right after it was stored: the poller sends it', async () => {
      const paid = await pay(stack);
      const { refundId } = await refunds.requestRefund(refund(paid), stack.source.manager);
      await untilState(refundId, 'processed');
      expect(await givenBack(paid.paymentId)).toEqual([9_900]);
    });

    it.each(['before the call', 'after the call'] as const)('%s: done once', async (cut) => {
      const paid = await pay(stack);
      const dying = new RefundsService(stack.source, dyingSender(cut));
      const given = refund(paid);
      // The poller may be quicker than the dying process; then it is alive and well.
      await dying.refundPayment(given).catch((error: unknown) => expect(error).toBeInstanceOf(CutOff));
      const { refundId } = await refunds.requestRefund(given, stack.source.manager);
      await untilState(refundId, 'processed');
      expect(await givenBack(paid.paymentId)).toEqual([9_900]);
      expect(await available(stack, paid.userId)).toBe(0);
    });

    it('in the middle of a transaction of the caller’s: nothing was asked, nothing is reserved', async () => {
      const paid = await pay(stack);
      const cut = stack.source.transaction(async (manager) => {
        await refunds.requestRefund(refund(paid), manager);
        throw new CutOff();
      });
      await expect(cut).rejects.toBeInstanceOf(CutOff);
      expect(await available(stack, paid.userId)).toBe(100);
      expect(await posts(paid.paymentId)).toEqual([]);
    });
  });

  it('spent and held credits stay spent and held; the money goes back all the same', async () => {
    const paid = await pay(stack);
    const ledger = stack.get(LedgerService);
    const [spent, held] = [uuidv7(), uuidv7()];
    await ledger.hold(spent, paid.userId, 30, 'A video');
    await ledger.capture(spent, paid.userId);
    await ledger.hold(held, paid.userId, 50, 'A video');
    const { credits, refundId } = await refunds.refundPayment(refund(paid));
    expect(credits).toBe(20);
    await untilState(refundId, 'processed');
    await ledger.release(held, paid.userId, 'Refund');
    expect(await available(stack, paid.userId)).toBe(50);
  });

  it('races with holds over the same credits: each credit goes one way', async () => {
    const paid = await pay(stack);
    const ledger = stack.get(LedgerService);
    const [given, ...holds] = await Promise.all([
      refunds.refundPayment(refund(paid)),
      ...Array.from({ length: 5 }, () =>
        ledger.hold(uuidv7(), paid.userId, 18, 'A video').then(
          () => 18,
          () => 0,
        ),
      ),
    ]);
    const held = holds.reduce((sum: number, credits) => sum + (credits as number), 0);
    expect((given as { credits: number }).credits + held + (await available(stack, paid.userId))).toBe(100);
  });

  it('a second captured payment of an order goes back by itself, once', async () => {
    const paid = await pay(stack);
    const second = await checkout(stack.sandbox.url, paid.razorpayOrderId, 'success', 'none');
    for (let i = 0; i < 2; i += 1) {
      await expect(stack.calls.call(billingCalls.verifyPayment, second)).rejects.toMatchObject({ code: 'conflict' });
    }
    await eventually(async () => expect(await givenBack(second.razorpayPaymentId)).toEqual([9_900]));
    expect(await givenBack(paid.paymentId)).toEqual([]);
    expect(await available(stack, paid.userId)).toBe(100);
  });

  it('an unknown payment is not found', async () => {
    const nowhere = { paymentId: 'pay_nowhere', amountPaise: 100, reason: 'job_failed', key: 'k' } as const;
    await expect(refunds.refundPayment(nowhere)).rejects.toMatchObject({ code: 'not_found' });
  });
});
