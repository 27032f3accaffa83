import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { IssuedReceipt } from '@luit/contracts/billing/receipts';
import type { PaidRefund, RefundProgress } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { OrderOwner } from '@luit/contracts/generation/pending-orders';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('mails about payments', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let connection: Redis;
  let queue: Queue;
  let orderOwner: OrderOwner;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [generationCalls.getOrderOwner.name]: () => orderOwner,
    });
    connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection });
  });
  afterAll(async () => {
    await queue.close();
    connection.disconnect();
    await generation.close();
    await app.close();
  });

  /** Delivers an event twice under different ids, as after a flush of Redis. */
  async function deliver({ name }: { name: string }, payload: object): Promise<void> {
    for (const jobId of [uuidv7(), uuidv7()]) await queue.add(name, { payload }, { jobId });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
  }

  const guestAccount = () => ({ buyerId: null, accountId: uuidv7(), requestId: null });

  async function publish(changes: Partial<PaidRefund>): Promise<string> {
    const refundId = uuidv7();
    const refund = { refundId, reason: 'operator', amountPaise: 123_450, credits: 20, ...guestAccount(), ...changes };
    await deliver(billingEvents.refundPaid, refund);
    return refundId;
  }

  async function issue(changes: Partial<IssuedReceipt>): Promise<string> {
    const receiptId = uuidv7();
    await deliver(billingEvents.receiptIssued, {
      receiptId,
      kind: 'receipt',
      number: 'REC/2627/000042',
      description: 'Popular Pack',
      amountPaise: 99_900,
      paidAt: '2026-11-25T08:30:00+00:00',
      orderId: uuidv7(),
      razorpayOrderId: 'order_N1',
      paymentId: 'pay_N1',
      ...guestAccount(),
      ...changes,
    });
    return receiptId;
  }

  const render = (mailId: string) => app.calls.call(authCalls.renderMail, { mailId });

  it('a user gets one mail with the amount, the reason and a link to the credit note [G-16, G-37]', async () => {
    const { user } = await app.confirmed();
    const mailId = await publish({ buyerId: user.id, accountId: user.id });
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'refund')).toHaveLength(1);
    const mail = await render(mailId);
    expect(mail).toMatchObject({ to: user.email, subject: 'Your refund of ₹1,234.50 is on its way' });
    expect(mail?.text).toContain('deducted 20 of the credits');
    expect(mail?.text).toContain('credit note');
    expect(mail?.html).toContain('href="https://luit.example/vault"');

    const own = await render(
      await publish({ buyerId: user.id, reason: 'unused_credits', amountPaise: 9_900, credits: 100 }),
    );
    expect(own?.text).toContain('You returned 100 unused credits. We have refunded their price of ₹99.00.');
    const second = await render(await publish({ buyerId: user.id, reason: 'second_payment', credits: 0 }));
    expect(second?.text).toContain('paid twice');
    expect(second?.text).not.toContain('credit note');
  });

  it('a guest gets one mail for a failed video, and the address is deleted once it is sent [G-12]', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    orderOwner = { userId: null, email, language: null };
    const requestId = uuidv7();
    const mailId = await publish({ reason: 'job_failed', amountPaise: 1_800, credits: 18, requestId });
    expect(await app.mailsTo(email)).toEqual(['refund']);
    const mail = await render(mailId);
    expect(mail?.text).toContain('We couldn’t make what you ordered, so we refunded the ₹18.00 you paid for it.');
    expect(mail?.html).toContain(`href="https://luit.example/order/${requestId}?claim=`);
    await app.calls.call(authCalls.markMailSent, { mailId });
    expect(await app.mailsTo(email)).toEqual([]);
  });

  it('a payer gets one mail each time that a refund is paid, with the reference if it was paid in another way', async () => {
    const { user } = await app.confirmed();
    const refund = { refundId: uuidv7(), buyerId: user.id, accountId: user.id, send: 1 };
    await publish(refund);
    await publish({ ...refund, send: 2, paidReference: 'UTR 123456789012' });
    const mails = await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE kind = 'refund' AND user_id = $1 ORDER BY created_at, details ->> 'paidReference' NULLS FIRST`,
      [user.id],
    );
    expect(mails).toHaveLength(2);
    const [first, second] = [await render(mails[0]!.id), await render(mails[1]!.id)];
    expect(first).toMatchObject({ subject: 'Your refund of ₹1,234.50 is on its way' });
    expect(second).toMatchObject({ subject: 'We’ve paid your refund of ₹1,234.50' });
    expect(second?.text).toContain('we paid it in another way. Reference: UTR 123456789012.');
    expect(second?.text).not.toContain('5 to 7 business days');
  });

  it('a payer gets one mail each time that a refund is delayed, and none when it is sent', async () => {
    const { user } = await app.confirmed();
    const refund = { refundId: uuidv7(), send: 2, amountPaise: 9_900, buyerId: user.id, accountId: user.id };
    const ids = { requestId: null, orderId: uuidv7(), paymentId: 'pay_N1' };
    const report = (changes: Partial<RefundProgress>) =>
      deliver(billingEvents.refundProgressed, { ...refund, ...ids, ...changes });
    const delayed = async () => (await app.mailsTo(user.email)).filter((kind) => kind === 'refund_delayed').length;
    await report({ progress: 'delayed' });
    expect(await delayed()).toBe(1);
    await report({ progress: 'sent' });
    expect(await delayed()).toBe(1);
    await report({ progress: 'delayed', send: 3 });
    expect(await delayed()).toBe(2);
    const [mail] = await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE kind = 'refund_delayed' AND user_id = $1`,
      [user.id],
    );
    const rendered = await render(mail?.id ?? '');
    expect(rendered).toMatchObject({ to: user.email, subject: 'Your refund of ₹99.00 is delayed' });
    expect(rendered?.text).toContain('We’re retrying, and our team has been informed.');
    expect(rendered?.text).not.toContain('credit note');
  });

  it('a guest gets one mail about a delayed refund, with a link to the order', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    orderOwner = { userId: null, email, language: null };
    const requestId = uuidv7();
    const refund = { refundId: uuidv7(), send: 2, progress: 'delayed', amountPaise: 1_800 };
    const ids = { buyerId: null, accountId: uuidv7(), requestId, orderId: uuidv7(), paymentId: 'pay_N1' };
    await deliver(billingEvents.refundProgressed, { ...refund, ...ids });
    expect(await app.mailsTo(email)).toEqual(['refund_delayed']);
    const [mail] = await app.rows<{ id: string }>('SELECT id FROM mails WHERE "to" = $1', [email]);
    expect((await render(mail?.id ?? ''))?.html).toContain(`href="https://luit.example/order/${requestId}?claim=`);
  });

  it('a guest who ordered in Hindi gets the link, the receipt and the refund in Hindi', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    orderOwner = { userId: null, email, language: 'hi' };
    const requestId = uuidv7();
    await deliver(billingEvents.videoPaid, { requestId, accountId: uuidv7(), credits: 18, email });
    const [access] = await app.rows<{ id: string }>('SELECT id FROM mails WHERE "to" = $1', [email]);
    const mails = [
      await render(access!.id),
      await render(await issue({ requestId })),
      await render(await publish({ reason: 'job_failed', amountPaise: 1_800, credits: 18, requestId })),
    ];
    expect(mails.map((mail) => mail?.subject)).toEqual([
      'Luit पर आपका ऑर्डर',
      '₹999.00 की आपकी रसीद',
      'आपका ₹18.00 का रिफ़ंड भेजा जा रहा है',
    ]);
    for (const mail of mails) {
      expect(mail?.html).toContain('<html lang="hi">');
      expect(mail?.html).toContain(`href="https://luit.example/order/${requestId}?claim=`);
    }
  });

  it('the mail goes to the account that the guest video was linked to [G-12]', async () => {
    const { user } = await app.confirmed();
    orderOwner = { userId: user.id, email: null, language: 'hi' };
    const mail = await render(await publish({ reason: 'job_failed', requestId: uuidv7() }));
    expect(mail).toMatchObject({ to: user.email, subject: 'Your refund of ₹1,234.50 is on its way' });
    expect(mail?.html).toContain('href="https://luit.example/library"');
  });

  it('no mail is sent for an unknown payer or an account that is being deleted', async () => {
    orderOwner = { userId: null, email: null, language: null };
    expect(await render(await publish({ reason: 'job_failed', requestId: uuidv7() }))).toBeNull();
    const { user } = await app.confirmed();
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [user.id]);
    expect(await render(await publish({ buyerId: user.id }))).toBeNull();
  });

  it('a user gets one receipt for a purchase, with its number and a link to the vault [G-65]', async () => {
    const { user } = await app.confirmed();
    const mail = await render(await issue({ buyerId: user.id, accountId: user.id }));
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'receipt')).toHaveLength(1);
    expect(mail).toMatchObject({ to: user.email, subject: 'Your receipt for ₹999.00' });
    expect(mail?.text).toContain('We received ₹999.00 for Popular Pack on 25 November 2026 at 14:00 IST.');
    expect(mail?.text).toContain('REC/2627/000042. Order ID: order_N1. Payment ID: pay_N1.');
    expect(mail?.html).toContain('href="https://luit.example/vault"');
  });

  it('a guest gets a tax invoice with a link to the order page [G-59]', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    orderOwner = { userId: null, email, language: null };
    const requestId = uuidv7();
    const mail = await render(await issue({ kind: 'invoice', requestId, description: '5s 480p, 5 seconds' }));
    expect(await app.mailsTo(email)).toEqual(['receipt']);
    expect(mail?.subject).toBe('Your tax invoice for ₹999.00');
    expect(mail?.html).toContain(`href="https://luit.example/order/${requestId}?claim=`);
  });

  it('the receipt of a video that a user paid for directly leads to its order page', async () => {
    const { user } = await app.confirmed();
    const requestId = uuidv7();
    const mail = await render(await issue({ buyerId: user.id, requestId }));
    expect(mail?.html).toContain(`href="https://luit.example/order/${requestId}"`);
  });
});
