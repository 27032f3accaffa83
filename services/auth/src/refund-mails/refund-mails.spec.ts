import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventQueueName } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

describe('mails of refunds', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let connection: Redis;
  let queue: Queue;
  let orderer: { userId: string | null; email: string | null };

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [generationCalls.getOrderOwner.name]: () => orderer,
    });
    connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { connection });
  });
  afterAll(async () => {
    await queue.close();
    connection.disconnect();
    await generation.close();
    await app.close();
  });

  /** Told, and told again under another id of the event, as after a loss of Redis. */
  async function tell(changes: Partial<PaidRefund>): Promise<string> {
    const refundId = uuidv7();
    const account = { buyerId: null, accountId: uuidv7(), requestId: null };
    const payload = { refundId, reason: 'operator', amountPaise: 123_450, credits: 20, ...account, ...changes };
    for (const jobId of [uuidv7(), uuidv7()]) await queue.add(billingEvents.refundPaid.name, { payload }, { jobId });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    return refundId;
  }

  const render = (mailId: string) => app.calls.call(authCalls.renderMail, { mailId });

  it('G-16, G-37: go once to the creator, with the amount, why, and the way to the credit note', async () => {
    const { user } = await app.confirmed();
    const mailId = await tell({ buyerId: user.id, accountId: user.id });
    expect((await app.mailsTo(user.email)).filter((kind) => kind === 'refund')).toHaveLength(1);
    const mail = await render(mailId);
    expect(mail).toMatchObject({ to: user.email, subject: '₹1,234.50 is on its way back to you' });
    expect(mail?.text).toContain('took back 20 of the credits');
    expect(mail?.text).toContain('credit note');
    expect(mail?.html).toContain('href="https://luit.example/vault"');

    const own = await render(
      await tell({ buyerId: user.id, reason: 'unused_credits', amountPaise: 9_900, credits: 100 }),
    );
    expect(own?.text).toContain('You gave back 100 unused credits. We have sent you the ₹99.00 that they cost.');
    const second = await render(await tell({ buyerId: user.id, reason: 'second_payment', credits: 0 }));
    expect(second?.text).toContain('paid twice');
    expect(second?.text).not.toContain('credit note');
  });

  it('G-12: go once to the guest whose video failed, and forget the address when they are sent', async () => {
    const email = `guest-${uuidv7()}@example.com`;
    orderer = { userId: null, email };
    const requestId = uuidv7();
    const mailId = await tell({ reason: 'job_failed', amountPaise: 1_800, credits: 18, requestId });
    expect(await app.mailsTo(email)).toEqual(['refund']);
    const mail = await render(mailId);
    expect(mail?.text).toContain('Your video could not be made, so we have sent back the ₹18.00 that you paid for it.');
    expect(mail?.html).toContain(`href="https://luit.example/order/${requestId}?claim=`);
    await app.calls.call(authCalls.markMailSent, { mailId });
    expect(await app.mailsTo(email)).toEqual([]);
  });

  it('G-12: go to the account that took the guest’s video over', async () => {
    const { user } = await app.confirmed();
    orderer = { userId: user.id, email: null };
    const mail = await render(await tell({ reason: 'job_failed', requestId: uuidv7() }));
    expect(mail).toMatchObject({ to: user.email });
    expect(mail?.html).toContain('href="https://luit.example/library"');
  });

  it('go to nobody where nobody is known, or the account is being deleted', async () => {
    orderer = { userId: null, email: null };
    expect(await render(await tell({ reason: 'job_failed', requestId: uuidv7() }))).toBeNull();
    const { user } = await app.confirmed();
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [user.id]);
    expect(await render(await tell({ buyerId: user.id }))).toBeNull();
  });
});
