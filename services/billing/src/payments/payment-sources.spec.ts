import { billingCalls } from '@luit/contracts/billing/messages';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { OrderPoller } from '../orders/order-poller';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, webhook } from '../testing/purchases';
import { checkout } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** ROADS=1000 for the whole proof. */
const ORDERS = Number(process.env.ROADS ?? 60);
/** As many as the poller takes at once. */
const AT_ONCE = 10;

describe('the roads from a payment to its grant', () => {
  let stack: BillingTestApp;

  beforeAll(async () => {
    // No look by itself: each race asks for its own.
    stack = await startBillingTestApp({ pollScheduleMs: [3_600_000, 7_200_000], timeoutMs: 10_000 });
  });

  afterAll(() => stack.close());

  /** Bought and captured at Razorpay; nobody here knows of it yet. */
  async function paidOrder() {
    const bought = await order(stack);
    return { ...bought, paid: await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'success', 'none') };
  }

  function tell(event: string, { order: { razorpayOrderId, amount }, paid }: Awaited<ReturnType<typeof paidOrder>>) {
    const payment = {
      id: paid.razorpayPaymentId,
      order_id: razorpayOrderId,
      amount,
      currency: 'INR',
      status: 'captured',
    };
    return stack.calls.call(billingCalls.receiveWebhook, webhook(stack.sandbox.razorpay.webhookSecret, event, payment));
  }

  it(
    `SRV-08: verify, webhook, poller and sweep at one moment, ${ORDERS} times: granted once each time`,
    async () => {
      const sources = new Set<string>();
      for (let done = 0; done < ORDERS; done += AT_ONCE) {
        const bought = await Promise.all(Array.from({ length: Math.min(AT_ONCE, ORDERS - done) }, paidOrder));
        const ids = bought.map((each) => each.order.orderId);
        await stack.source.query(`UPDATE orders SET next_poll_at = now() WHERE id = ANY ($1)`, [ids]);
        // Two come early, each by its own road, so that however the others fall out more than one road has won.
        const [byWebhook, byBrowser] = bought;
        if (byWebhook) await tell('payment.captured', byWebhook);
        if (byBrowser) await stack.calls.call(billingCalls.verifyPayment, byBrowser.paid);
        const [, , ...answers] = await Promise.all([
          stack.get(OrderPoller).round(),
          done % 200 === 0 ? stack.get(InvariantMonitor).round(true) : undefined,
          ...bought.map(async (each) => {
            const [verified, again] = await Promise.all([
              stack.calls.call(billingCalls.verifyPayment, each.paid),
              stack.calls.call(billingCalls.verifyPayment, each.paid),
              tell('payment.captured', each),
              tell('order.paid', each),
            ]);
            expect(again.transactionId).toBe(verified.transactionId);
            return verified.transactionId;
          }),
        ]);
        const granted = await stack.source.query<{ transaction_id: string; source: string; lots: number }[]>(
          `SELECT p.transaction_id, p.source, (SELECT count(*)::int FROM lots l WHERE l.user_id = o.user_id) AS lots
             FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.id = ANY ($1)`,
          [ids],
        );
        expect(granted.map((row) => row.lots)).toEqual(ids.map(() => 1));
        expect(granted.map((row) => row.transaction_id).sort()).toEqual(answers.sort());
        for (const { source } of granted) sources.add(source);
      }
      expect([...sources]).toEqual(expect.arrayContaining(['webhook', 'verify']));
      await expectInvariantsHold(stack.source);
    },
    30_000 + ORDERS * 500,
  );
});
