import { billingCalls } from '@luit/contracts/billing/messages';
import type { OrderStatement } from '@luit/contracts/billing/order-statements';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { checkout, dispute, endDispute } from '../testing/checkout';
import { order, type Paid, pay, paymentOf, signedWebhook, webhook } from '../testing/purchases';

describe('the statement of an order', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200] });
  });
  afterAll(() => app.close());

  const statement = (reference: string) => app.calls.call(billingCalls.getOrderStatement, { reference });
  const kindsOf = ({ lines }: OrderStatement) => lines.map(({ kind }) => kind);
  const hold = async ({ userId }: Pick<Paid, 'userId'>, credits: number): Promise<string> => {
    const holdId = uuidv7();
    await app.calls.call(billingCalls.holdCredits, { holdId, userId, credits, description: 'HD Video' });
    return holdId;
  };
  const secret = () => app.config.razorpay.webhookSecrets[0] ?? '';
  const sum = async (of: string, from: string, orderId: string): Promise<number> => {
    const [row] = await app.admin.query<{ n: string | null }[]>(`SELECT sum(${of}) AS n FROM ${from}`, [orderId]);
    return Number(row?.n ?? 0);
  };

  /** Compares every sum with SQL, and the lines with the sums. */
  const expectSumsOfSql = async (found: OrderStatement) => {
    const { money, creditSums: credits, lines, orderId } = found;
    const paid = 'payment_id IN (SELECT id FROM payments WHERE order_id = $1)';
    const lot = `lot_id IN (SELECT id FROM lots WHERE ${paid})`;
    const paise = (from: string, states: string) =>
      sum('amount_paise', `${from} AND state = ANY ('{${states}}')`, orderId);
    const job = (state: string, more = '') =>
      sum(
        'part.credits',
        `hold_lots part JOIN holds ON holds.id = hold_id WHERE ${lot} AND state = '${state}' ${more}`,
        orderId,
      );
    const ofLot = (column: string) => sum(column, `lots WHERE ${paid}`, orderId);
    const expected = {
      capturedPaise: await paise('payments WHERE order_id = $1', 'granted,refund_due,mismatch'),
      refundedPaise: await paise(`refunds WHERE ${paid}`, 'processed'),
      refundPendingPaise: await paise(`refunds WHERE ${paid}`, 'requested'),
      disputedPaise: await paise(`disputes WHERE ${paid}`, 'open'),
      lostPaise: await paise(`disputes WHERE ${paid}`, 'lost'),
    };
    const { capturedPaise, ...gone } = expected;
    const keptPaise = Object.values(gone).reduce((left, lost) => left - lost, capturedPaise);
    expect(money).toEqual({ ...expected, keptPaise });
    const notReturned = `AND NOT EXISTS (SELECT FROM transfers WHERE idempotency_key = 'return:' || holds.id)`;
    expect(credits).toMatchObject({
      granted: await ofLot('credits'),
      unspent: await ofLot('remaining'),
      heldForJobs: await job('held'),
      captured: await job('captured', notReturned),
      clawedBack: await sum(
        'credits',
        `clawback_lots JOIN clawbacks ON id = clawback_id WHERE ${lot} AND reversed_at IS NULL`,
        orderId,
      ),
      debtRepaid: await sum('credits - returned', `debt_repayments WHERE ${lot}`, orderId),
    });
    expect(credits.heldForJobs + credits.heldForRefunds).toBe(await ofLot('held'));
    const total = (of: 'amountPaise' | 'credits') => lines.reduce((all, line) => all + line[of], 0);
    expect(total('amountPaise')).toBe(money.keptPaise + money.refundPendingPaise);
    expect(total('credits')).toBe(credits.unspent + credits.unattributed);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort());
  };

  it('an unpaid order has a price, a schedule of polls and no money', async () => {
    const { order: created, userId } = await order(app);
    const found = await statement(created.orderId);
    expect(found).toMatchObject({ state: 'open', amountPaise: 9_900, payment: null, buyerId: userId, isCutOff: false });
    expect(found.nextPollAt).not.toBeNull();
    expect(kindsOf(found)).toEqual(['order_created']);
    await expectSumsOfSql(found);
  });

  it.each([
    { currency: 'INR', kept: 5_050, left: 0 },
    // Other currencies cannot be added to rupees.
    { currency: 'USD', kept: 0, left: 0 },
  ])('a payment in $currency that does not match its order is kept until it is refunded', async (each) => {
    const bought = await order(app);
    const payment = paymentOf(bought, { amount: 5_050, currency: each.currency });
    await app.calls.call(billingCalls.receiveWebhook, webhook(secret(), 'payment.captured', payment));
    const found = await statement(bought.order.orderId);
    expect(found).toMatchObject({ state: 'mismatch', payment: null });
    expect(found.money).toMatchObject({ capturedPaise: each.kept, keptPaise: each.kept });
    expect(found.lines.find(({ kind }) => kind === 'payment_mismatch')).toMatchObject({ amountPaise: each.kept });
    await app.source.query(
      `INSERT INTO refunds (id, payment_id, user_id, reason, state, amount_paise, credits, idempotency_key, input_hash, settled_at, next_attempt_at)
       SELECT $1::uuid, $2, user_id, 'dashboard', 'processed', 5050, 0, $1::text, '', now(), NULL FROM orders WHERE id = $3`,
      [uuidv7(), payment.id, bought.order.orderId],
    );
    const refunded = await statement(bought.order.orderId);
    expect(refunded.money).toMatchObject({ refundedPaise: each.kept, keptPaise: each.left });
    if (each.currency === 'INR') await expectSumsOfSql(refunded);
  });

  it('a purchase shows who reported it, what its credits paid for, its refund and its documents', async () => {
    const paid = await pay(app);
    const [captured, released, returned] = [await hold(paid, 20), await hold(paid, 30), await hold(paid, 10)];
    await hold(paid, 5);
    const { userId } = paid;
    await app.ledger.capture(captured, userId);
    await app.ledger.release(released, userId, 'The job failed');
    await app.ledger.capture(returned, userId);
    await app.calls.call(billingCalls.refundJob, { requestId: returned });
    const direct = { userId, credits: 7, reason: 'Direct', idempotencyKey: uuidv7() };
    await app.calls.call(billingCalls.deductCredits, direct);
    const refund = {
      ...{ adminId: uuidv7(), transactionId: paid.transactionId, amountPaise: 990 },
      ...{ reason: 'One video did not play', idempotencyKey: uuidv7() },
    };
    const { refundId } = await app.calls.call(billingCalls.refundTransaction, refund);
    await eventually(async () => {
      const [row] = await app.source.query<{ state: string }[]>('SELECT state FROM refunds WHERE id = $1', [refundId]);
      expect(row?.state).toBe('processed');
    });
    const [seller, buyer] = [app.config.invoicing.seller, { name: null, state: null, gstin: null }];
    const values = [paid.paymentId, JSON.stringify(seller), 0, JSON.stringify(buyer)];
    await app.source.query('SELECT issue_invoice($1, $2, $3, $4)', values);
    const found = await statement(paid.orderId);
    expect(found).toMatchObject({
      state: 'paid',
      payment: { id: paid.paymentId, source: 'verify' },
      transactionId: paid.transactionId,
      refundIds: [refundId],
      creditSums: { granted: 100, heldForJobs: 5, captured: 20, refunded: 10, unattributed: 7, unspent: 58 },
      money: { capturedPaise: 9_900, refundedPaise: 990, keptPaise: 8_910 },
    });
    expect(kindsOf(found)).toEqual(
      expect.arrayContaining([
        ...['order_created', 'payment_captured', 'credits_granted', 'credits_held', 'credits_captured'],
        ...['credits_released', 'credits_returned', 'refund_requested', 'refund_processed', 'document_issued'],
      ]),
    );
    await expectSumsOfSql(found);
    for (const reference of [paid.paymentId, paid.razorpayOrderId, paid.transactionId, refundId]) {
      expect((await statement(reference)).orderId).toBe(paid.orderId);
    }
  });

  it('failed attempts and every webhook are listed, and the poller or webhook that granted is named', async () => {
    const bought = await order(app);
    const failed = paymentOf(bought, { status: 'failed' });
    const captured = paymentOf(bought);
    for (const [event, payment] of [
      ['payment.failed', failed],
      ['payment.captured', captured],
      ['order.paid', captured],
    ] as const) {
      await app.calls.call(billingCalls.receiveWebhook, webhook(secret(), event, payment));
    }
    const found = await statement(bought.order.orderId);
    expect(found.payment).toEqual({ id: captured.id, source: 'webhook' });
    expect(found.lines.filter(({ kind }) => kind === 'webhook').map(({ note }) => note)).toEqual([
      'payment.failed: failed',
      'payment.captured: granted',
      'order.paid: granted',
    ]);
    expect(kindsOf(found)).toContain('payment_failed');
    await expectSumsOfSql(found);
  });

  it('a dispute takes credits of this and of other purchases, and gives them back when it is won', async () => {
    const disputed = await pay(app);
    await app.ledger.capture(await hold(disputed, 90), disputed.userId);
    const disputeId = await dispute(app.sandbox.url, disputed.paymentId, { webhooks: 'none' });
    const report = async (status: 'open' | 'won') => {
      const entity = { id: disputeId, payment_id: disputed.paymentId, amount: 9_900, amount_deducted: 0 };
      const details = { ...entity, reason_code: 'fraud', respond_by: 1_900_000_000, status, phase: 'chargeback' };
      const body = { event: `payment.dispute.${status}`, payload: { dispute: { entity: details } } };
      await app.calls.call(billingCalls.receiveWebhook, signedWebhook(secret(), body));
    };
    await report('open');
    const open = await statement(disputeId);
    expect(open).toMatchObject({
      orderId: disputed.orderId,
      money: { disputedPaise: 9_900, keptPaise: 0 },
      creditSums: { captured: 90, clawedBack: 10, unspent: 0 },
    });
    await expectSumsOfSql(open);
    await endDispute(app.sandbox.url, disputeId, 'won', 'none');
    await report('won');
    const won = await statement(disputeId);
    expect(won).toMatchObject({ money: { keptPaise: 9_900 }, creditSums: { clawedBack: 0, unspent: 10 } });
    expect(kindsOf(won)).toEqual(expect.arrayContaining(['dispute_opened', 'dispute_won', 'clawback_reversed']));
    await expectSumsOfSql(won);
  });

  it('a directly paid video is found by its request', async () => {
    const [requestId, accountId] = [uuidv7(), uuidv7()];
    const { orderId, razorpayOrderId } = await app.calls.call(billingCalls.createVideoOrder, {
      requestId,
      accountId,
      buyer: null,
      email: 'guest@example.in',
      planId: '5s-480p',
      planName: 'Standard Video',
      duration: 5,
      credits: 18,
    });
    const paid = await checkout(app.sandbox.url, razorpayOrderId, 'success', 'none');
    await app.calls.call(billingCalls.verifyPayment, paid);
    const found = await statement(requestId);
    expect(found).toMatchObject({
      orderId,
      kind: 'plan',
      buyerId: null,
      accountId,
      creditSums: { heldForJobs: 18, unspent: 0 },
    });
    expect(kindsOf(found).filter((kind) => kind.startsWith('credits'))).toEqual(['credits_granted', 'credits_held']);
    await expectSumsOfSql(found);
  });

  it('an unknown reference is not found', async () => {
    for (const reference of [uuidv7(), 'pay_unknown', '%', 'x'.repeat(100)]) {
      await expect(statement(reference)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
