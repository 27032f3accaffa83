import { billingCalls } from '@luit/contracts/billing/messages';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { OrderPoller } from './order-poller';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, webhook } from '../testing/purchases';
import { checkout } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** Set PAYMENT_RACES=1000 for the full run. */
const ORDERS = Number(process.env.PAYMENT_RACES ?? 60);
/** The batch size of `OrderPoller`. */
const BATCH = 10;

describe('payment sources', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    // The poller never runs by itself; each race starts a run.
    app = await startBillingTestApp({ pollScheduleMs: [3_600_000, 7_200_000], timeoutMs: 10_000 });
  });

  afterAll(() => app.close());

  /** An order that is paid at Razorpay but not reported to billing. */
  async function paidOrder() {
    const bought = await order(app);
    return { ...bought, paid: await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'success', 'none') };
  }

  function sendWebhook(
    event: string,
    { order: { razorpayOrderId, amount }, paid }: Awaited<ReturnType<typeof paidOrder>>,
  ) {
    const payment = {
      id: paid.razorpayPaymentId,
      order_id: razorpayOrderId,
      amount,
      currency: 'INR',
      status: 'captured',
    };
    return app.calls.call(billingCalls.receiveWebhook, webhook(app.sandbox.razorpay.webhookSecret, event, payment));
  }

  it(
    `verify, webhook, poller and sweep at one moment, ${ORDERS} times: granted once each time [SRV-08]`,
    async () => {
      const sources = new Set<string>();
      for (let done = 0; done < ORDERS; done += BATCH) {
        const bought = await Promise.all(Array.from({ length: Math.min(BATCH, ORDERS - done) }, paidOrder));
        const ids = bought.map((each) => each.order.orderId);
        await app.source.query(`UPDATE orders SET next_poll_at = now() WHERE id = ANY ($1)`, [ids]);
        // Settle two orders early by different sources, so that more than one source wins in every run.
        const [byWebhook, byBrowser] = bought;
        if (byWebhook) await sendWebhook('payment.captured', byWebhook);
        if (byBrowser) await app.calls.call(billingCalls.verifyPayment, byBrowser.paid);
        const [, , ...results] = await Promise.all([
          app.get(OrderPoller).round(),
          done % 200 === 0 ? app.get(InvariantMonitor).round(true) : undefined,
          ...bought.map(async (each) => {
            const [verified, again] = await Promise.all([
              app.calls.call(billingCalls.verifyPayment, each.paid),
              app.calls.call(billingCalls.verifyPayment, each.paid),
              sendWebhook('payment.captured', each),
              sendWebhook('order.paid', each),
            ]);
            expect(again.transactionId).toBe(verified.transactionId);
            return verified.transactionId;
          }),
        ]);
        const granted = await app.source.query<{ transaction_id: string; source: string; lots: number }[]>(
          `SELECT p.transaction_id, p.source, (SELECT count(*)::int FROM lots l WHERE l.user_id = o.user_id) AS lots
             FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.id = ANY ($1)`,
          [ids],
        );
        expect(granted.map((row) => row.lots)).toEqual(ids.map(() => 1));
        expect(granted.map((row) => row.transaction_id).sort()).toEqual(results.sort());
        for (const { source } of granted) sources.add(source);
      }
      expect([...sources]).toEqual(expect.arrayContaining(['webhook', 'verify']));
      await expectInvariantsHold(app.source);
    },
    30_000 + ORDERS * 500,
  );
});
