import { securityEventCount } from '@luit/platform/testing/security-events';
import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { ExternalRefunds } from '../refunds/external-refunds';
import { SettlementService } from '../payments/settlement.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, paymentOf, webhook } from '../testing/purchases';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { WebhooksService } from './webhooks.service';

const SECRETS = ['whsec_new', 'whsec_old'];

describe('webhooks', () => {
  let stack: BillingTestApp;

  beforeAll(async () => {
    stack = await startBillingTestApp({ webhookSecrets: SECRETS });
  });

  afterAll(() => stack.close());

  const receive = (delivery: ReturnType<typeof webhook>) => stack.calls.call(billingCalls.receiveWebhook, delivery);

  it('SRV-11: takes any of the configured secrets, and a duplicate does nothing', async () => {
    for (const secret of SECRETS) {
      const bought = await order(stack);
      const delivery = webhook(secret, 'payment.captured', paymentOf(bought));
      const answers = await Promise.all(Array.from({ length: 5 }, () => receive(delivery)));
      expect(answers.filter((answer) => !answer.isDuplicate)).toHaveLength(1);
      expect(await available(stack, bought.userId)).toBe(100);
    }
  });

  it('SRV-11: refuses another secret, other bytes and no signature, and keeps nothing of them', async () => {
    const bought = await order(stack);
    const right = webhook('whsec_new', 'payment.captured', paymentOf(bought));
    const spaced = Buffer.from(`${Buffer.from(right.rawBody, 'base64').toString()} `).toString('base64');
    for (const wrong of [
      webhook('whsec_unknown', 'payment.captured', paymentOf(bought)),
      { ...right, rawBody: spaced },
      { ...right, signature: '' },
    ]) {
      const before = await securityEventCount('webhook_signature_refused');
      await expect(receive(wrong)).rejects.toMatchObject({ code: 'invalid_signature' });
      expect(await securityEventCount('webhook_signature_refused')).toBe(before + 1);
    }
    expect(await available(stack, bought.userId)).toBe(0);
  });

  it('keeps nothing of the payer’s address', async () => {
    const bought = await order(stack);
    const delivery = webhook('whsec_new', 'payment.captured', paymentOf(bought));
    await receive(delivery);
    const [row] = await stack.source.query<{ facts: object; outcome: string }[]>(
      `SELECT facts, outcome FROM webhook_events WHERE event_id = $1`,
      [delivery.eventId],
    );
    expect(row?.outcome).toBe('granted');
    expect(JSON.stringify(row?.facts)).not.toMatch(/asha|9999999999/);
  });

  it('accepts events it does not know, of orders it does not know', async () => {
    const bought = await order(stack);
    await receive(webhook('whsec_new', 'payment.downtime.started', {}));
    await receive(webhook('whsec_new', 'payment.captured', paymentOf(bought, { order_id: 'order_of_another_shop' })));
    await receive(webhook('whsec_new', 'refund.created', paymentOf(bought)));
    expect(await available(stack, bought.userId)).toBe(0);
    await expectInvariantsHold(stack.source);
  });

  it('SRV-08, SRV-11: one that is replayed after a year is accepted, and grants nothing more', async () => {
    const bought = await order(stack);
    const payment = paymentOf(bought);
    const delivery = webhook('whsec_new', 'payment.captured', payment);
    await receive(delivery);
    const aged = { 'webhook_events.received_at': 'event_id', 'orders.created_at': 'id', 'payments.created_at': 'id' };
    const ids = [delivery.eventId, bought.order.orderId, payment.id];
    for (const [i, [name, key]] of Object.entries(aged).entries()) {
      const [table, column] = name.split('.');
      await stack.source.query(`UPDATE ${table} SET ${column} = now() - interval '1 year' WHERE ${key} = $1`, [ids[i]]);
    }
    expect(await receive(delivery)).toEqual({ isDuplicate: true });
    // Also where nobody remembers the event any more, or Razorpay gives it another id.
    await stack.source.query(`DELETE FROM webhook_events WHERE event_id = $1`, [delivery.eventId]);
    expect(await receive(delivery)).toEqual({ isDuplicate: false });
    expect(await receive(webhook('whsec_old', 'order.paid', payment))).toEqual({ isDuplicate: false });
    expect(await available(stack, bought.userId)).toBe(100);
    const refunds = await stack.source.query<unknown[]>(`SELECT FROM refunds WHERE payment_id = $1`, [payment.id]);
    expect(refunds).toEqual([]);
  });

  it('SRV-09: cut off between the mark and the grant, it keeps neither, and the next delivery grants', async () => {
    const bought = await order(stack);
    const delivery = webhook('whsec_new', 'payment.captured', paymentOf(bought), uuidv7());
    const razorpay = stack.get(RazorpayClient);
    class CutBefore extends SettlementService {
      override settle(): never {
        throw new Error('cut off before the grant');
      }
    }
    class CutAfter extends SettlementService {
      override async settle(...args: Parameters<SettlementService['settle']>): Promise<never> {
        await super.settle(...args);
        throw new Error('cut off after the grant');
      }
    }
    for (const Cut of [CutBefore, CutAfter]) {
      const broken = new WebhooksService(
        stack.source,
        razorpay,
        new Cut(stack.source, razorpay),
        stack.get(ExternalRefunds),
      );
      await expect(broken.receive(delivery)).rejects.toThrow(/cut off/);
      expect(await available(stack, bought.userId)).toBe(0);
    }
    expect(await receive(delivery)).toEqual({ isDuplicate: false });
    expect(await available(stack, bought.userId)).toBe(100);
    await expectInvariantsHold(stack.source);
  });
});
