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
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ webhookSecrets: SECRETS });
  });

  afterAll(() => app.close());

  const receive = (delivery: ReturnType<typeof webhook>) => app.calls.call(billingCalls.receiveWebhook, delivery);

  it('accepts any configured secret, and ignores duplicates [SRV-11]', async () => {
    for (const secret of SECRETS) {
      const bought = await order(app);
      const delivery = webhook(secret, 'payment.captured', paymentOf(bought));
      const results = await Promise.all(Array.from({ length: 5 }, () => receive(delivery)));
      expect(results.filter((result) => !result.isDuplicate)).toHaveLength(1);
      expect(await available(app, bought.userId)).toBe(100);
    }
  });

  it('rejects an unknown secret, changed bytes and a missing signature, and stores nothing [SRV-11]', async () => {
    const bought = await order(app);
    const valid = webhook('whsec_new', 'payment.captured', paymentOf(bought));
    const spaced = Buffer.from(`${Buffer.from(valid.rawBody, 'base64').toString()} `).toString('base64');
    for (const invalid of [
      webhook('whsec_unknown', 'payment.captured', paymentOf(bought)),
      { ...valid, rawBody: spaced },
      { ...valid, signature: '' },
    ]) {
      const before = await securityEventCount('webhook_signature_refused');
      await expect(receive(invalid)).rejects.toMatchObject({ code: 'invalid_signature' });
      expect(await securityEventCount('webhook_signature_refused')).toBe(before + 1);
    }
    expect(await available(app, bought.userId)).toBe(0);
  });

  it('stores no personal data of the payer', async () => {
    const bought = await order(app);
    const delivery = webhook('whsec_new', 'payment.captured', paymentOf(bought));
    await receive(delivery);
    const [row] = await app.source.query<{ facts: object; outcome: string }[]>(
      `SELECT facts, outcome FROM webhook_events WHERE event_id = $1`,
      [delivery.eventId],
    );
    expect(row?.outcome).toBe('granted');
    expect(JSON.stringify(row?.facts)).not.toMatch(/asha|9999999999/);
  });

  it('accepts unknown events and events of unknown orders', async () => {
    const bought = await order(app);
    await receive(webhook('whsec_new', 'payment.downtime.started', {}));
    await receive(webhook('whsec_new', 'payment.captured', paymentOf(bought, { order_id: 'order_of_another_system' })));
    await receive(webhook('whsec_new', 'refund.created', paymentOf(bought)));
    expect(await available(app, bought.userId)).toBe(0);
    await expectInvariantsHold(app.source);
  });

  it('an event replayed after a year is accepted and grants nothing more [SRV-08, SRV-11]', async () => {
    const bought = await order(app);
    const payment = paymentOf(bought);
    const delivery = webhook('whsec_new', 'payment.captured', payment);
    await receive(delivery);
    const aged = { 'webhook_events.received_at': 'event_id', 'orders.created_at': 'id', 'payments.created_at': 'id' };
    const ids = [delivery.eventId, bought.order.orderId, payment.id];
    for (const [i, [name, key]] of Object.entries(aged).entries()) {
      const [table, column] = name.split('.');
      await app.source.query(`UPDATE ${table} SET ${column} = now() - interval '1 year' WHERE ${key} = $1`, [ids[i]]);
    }
    expect(await receive(delivery)).toEqual({ isDuplicate: true });
    // The result is the same if the stored event was deleted, or Razorpay sends another event id.
    await app.source.query(`DELETE FROM webhook_events WHERE event_id = $1`, [delivery.eventId]);
    expect(await receive(delivery)).toEqual({ isDuplicate: false });
    expect(await receive(webhook('whsec_old', 'order.paid', payment))).toEqual({ isDuplicate: false });
    expect(await available(app, bought.userId)).toBe(100);
    const refunds = await app.source.query<unknown[]>(`SELECT FROM refunds WHERE payment_id = $1`, [payment.id]);
    expect(refunds).toEqual([]);
  });

  it('a crash between storing the event and granting keeps neither, and the next delivery grants [SRV-09]', async () => {
    const bought = await order(app);
    const delivery = webhook('whsec_new', 'payment.captured', paymentOf(bought), uuidv7());
    const razorpay = app.get(RazorpayClient);
    class CrashesBefore extends SettlementService {
      override settle(): never {
        throw new Error('crash before the grant');
      }
    }
    class CrashesAfter extends SettlementService {
      override async settle(...args: Parameters<SettlementService['settle']>): Promise<never> {
        await super.settle(...args);
        throw new Error('crash after the grant');
      }
    }
    for (const Crashing of [CrashesBefore, CrashesAfter]) {
      const broken = new WebhooksService(
        app.source,
        razorpay,
        new Crashing(app.source, razorpay),
        app.get(ExternalRefunds),
      );
      await expect(broken.receive(delivery)).rejects.toThrow(/crash/);
      expect(await available(app, bought.userId)).toBe(0);
    }
    expect(await receive(delivery)).toEqual({ isDuplicate: false });
    expect(await available(app, bought.userId)).toBe(100);
    await expectInvariantsHold(app.source);
  });
});
