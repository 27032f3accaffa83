import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, paymentOf, signedWebhook, webhook } from '../testing/purchases';

const SECRET = 'whsec_new';

describe('the operators’ list of webhooks', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ webhookSecrets: [SECRET] });
  });
  afterAll(() => app.close());

  const receive = async (delivery: ReturnType<typeof webhook>) => {
    await app.calls.call(billingCalls.receiveWebhook, delivery);
    return delivery.eventId;
  };
  const list = (filter: object = {}) => app.calls.call(billingCalls.listWebhooks, { limit: 10, ...filter });
  const find = async (words: string) => (await list({ words })).items;
  const only = async (words: string) => {
    const items = await find(words);
    expect(items).toHaveLength(1);
    return items[0]!;
  };
  const replay = (id: string) =>
    app.calls.call(billingCalls.replayWebhook, { id, adminId: uuidv7(), reason: 'The order exists now' });

  it('a webhook is found by its event, payment and order, and its body shows no personal data', async () => {
    const bought = await order(app);
    const payment = paymentOf(bought, { card: { last4: '1111', name: 'Asha' } });
    const eventId = await receive(webhook(SECRET, 'payment.captured', payment));
    const found = await only(eventId);
    expect(found).toMatchObject({
      eventId,
      type: 'payment.captured',
      outcome: 'granted',
      paymentId: payment.id,
      canReplay: false,
    });
    for (const words of [payment.id as string, bought.order.razorpayOrderId, bought.order.orderId]) {
      expect((await only(words)).id).toBe(found.id);
    }
    const { body } = await app.calls.call(billingCalls.getWebhook, { id: found.id });
    expect(body).toContain(bought.order.razorpayOrderId);
    expect(body).not.toMatch(/asha|9999999999|1111/i);
    await expect(replay(found.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(app.calls.call(billingCalls.getWebhook, { id: uuidv7() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a refused webhook is listed with its reason, has no body, and does not block the real one', async () => {
    const bought = await order(app);
    const delivery = webhook(SECRET, 'payment.captured', paymentOf(bought));
    await expect(receive({ ...delivery, signature: 'forged' })).rejects.toMatchObject({ code: 'invalid_signature' });
    const refused = await only(delivery.eventId);
    expect(refused).toMatchObject({ outcome: 'refused', reason: 'wrong_signature', paymentId: null, canReplay: false });
    await expect(replay(refused.id)).rejects.toMatchObject({ code: 'conflict' });
    await receive(delivery);
    expect((await find(delivery.eventId)).map(({ outcome }) => outcome)).toEqual(['granted', 'refused']);
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('at most 100 refused webhooks are stored in an hour', async () => {
    const forged = { ...webhook(SECRET, 'payment.captured', {}), signature: 'forged' };
    for (let i = 0; i < 110; i += 1) await expect(receive({ ...forged, eventId: `forged-${i}` })).rejects.toThrow();
    expect((await list({ outcome: 'refused' })).total).toBe(100);
    await app.source.query(
      `UPDATE webhook_events SET received_at = received_at - interval '1 hour' WHERE outcome = 'refused'`,
    );
  });

  it('a webhook of an unknown order grants when it is replayed later, once, with an entry in the audit log', async () => {
    const bought = await order(app);
    const { razorpayOrderId, orderId } = bought.order;
    const hide = (id: string) =>
      app.source.query('UPDATE orders SET razorpay_order_id = $2 WHERE id = $1', [orderId, id]);
    await hide(`order_hidden_${orderId}`);
    const eventId = await receive(webhook(SECRET, 'payment.captured', paymentOf(bought)));
    const row = await only(eventId);
    expect(row).toMatchObject({ outcome: 'unknown_order', canReplay: true });
    expect(await replay(row.id)).toEqual({ outcome: 'unknown_order' });
    await hide(razorpayOrderId);
    const replays = await Promise.allSettled([replay(row.id), replay(row.id)]);
    expect(replays.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await available(app, bought.userId)).toBe(100);
    expect(await only(eventId)).toMatchObject({
      outcome: 'granted',
      canReplay: false,
      replayedAt: expect.any(String) as string,
    });
    const recorded = await app.source.query<{ payload: { details: object } }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1 ORDER BY seq`,
      [eventId],
    );
    expect(recorded.map(({ payload }) => payload.details)).toMatchObject([
      { outcome: 'unknown_order → unknown_order' },
      { outcome: 'unknown_order → granted', reason: 'The order exists now' },
    ]);
  });

  it('a webhook about a dispute is not replayed after a newer one', async () => {
    const entity = { id: `disp_${uuidv7()}`, payment_id: `pay_${uuidv7()}`, amount: 100, amount_deducted: 0 };
    const report = (respond_by: number) =>
      receive(
        signedWebhook(SECRET, {
          event: 'payment.dispute.created',
          payload: {
            dispute: { entity: { ...entity, reason_code: 'fraud', respond_by, status: 'open', phase: 'chargeback' } },
          },
        }),
      );
    const [older, newer] = [await only(await report(1_900_000_000)), await only(await report(1_900_000_001))];
    await expect(replay(older.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await replay(newer.id)).toEqual({ outcome: 'unknown_payment' });
  });

  it('pages follow each other without gaps, also while new webhooks arrive', async () => {
    const paymentId = `pay_${uuidv7()}`;
    const send = () =>
      receive(
        webhook(SECRET, 'payment.authorized', {
          id: paymentId,
          order_id: null,
          amount: 1,
          currency: 'INR',
          status: 'authorized',
        }),
      );
    const sent: string[] = [];
    for (let i = 0; i < 5; i += 1) sent.unshift(await send());
    const first = await list({ words: paymentId, limit: 3 });
    await send();
    const second = await list({ words: paymentId, limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ eventId }) => eventId)).toEqual(sent);
    expect(second.nextCursor).toBeNull();
    expect(first.total).toBe(5);
  });
});
