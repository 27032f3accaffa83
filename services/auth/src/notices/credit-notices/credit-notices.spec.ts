import { authCalls } from '@luit/contracts/auth/messages';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import type { CreditNotices } from '@luit/contracts/billing/credit-notices';
import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { generateVAPIDKeys } from 'web-push';
import { UnsentMails } from '../mails/unsent-mails';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const vapid = { ...generateVAPIDKeys(), subject: 'mailto:hello@luit.example' };
const EXPIRING = { expiresOn: '2026-12-03', expiresAt: '2026-12-03T08:30:00.000Z', credits: 30 };

describe('credit notices', () => {
  let app: AuthTestApp;
  let billing: { close(): Promise<void> };
  let connection: Redis;
  let queue: Queue;
  let session: IssuedSession;
  /** The state of billing when a notice is sent. */
  let current: CreditNotices;

  beforeAll(async () => {
    app = await startAuthTestApp({ vapid });
    billing = await startFakeService('billing', app.redis.url, {
      [billingCalls.getCreditNotices.name]: () => current,
    });
    connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection });
  });
  afterAll(async () => {
    await queue.close();
    connection.disconnect();
    await billing.close();
    await app.close();
  });
  beforeEach(async () => {
    session = await app.confirmed();
    current = { expiring: [EXPIRING], low: null };
    await app.calls.call(authCalls.subscribeToWebPush, {
      userId: session.user.id,
      sessionId: session.session_id,
      endpoint: `https://push.example/${uuidv7()}`,
      p256dh: vapid.publicKey,
      auth: 'A'.repeat(22),
    });
  });

  /** Delivers an event twice under different ids, as after a flush of Redis. */
  async function deliver({ name }: { name: string }, payload: object): Promise<void> {
    for (const jobId of [uuidv7(), uuidv7()]) await queue.add(name, { payload }, { jobId });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
  }
  async function expire(): Promise<string> {
    const noticeId = uuidv7();
    await deliver(billingEvents.creditsExpiring, { noticeId, userId: session.user.id, ...EXPIRING });
    return noticeId;
  }
  async function fall(): Promise<string> {
    const noticeId = uuidv7();
    const low = { noticeId, available: 4, lastRequestCredits: 18 };
    current = { expiring: [], low };
    await deliver(billingEvents.balanceLow, { ...low, userId: session.user.id, at: '2026-11-26T10:00:00+00:00' });
    return noticeId;
  }
  const renderMail = (mailId: string) => app.calls.call(authCalls.renderMail, { mailId });
  const mails = (id: string) => app.rows<{ id: string }>('SELECT id FROM mails WHERE id = $1', [id]);
  const pushes = (subject: string) =>
    app.rows<{ id: string }>('SELECT id FROM web_push_messages WHERE subject = $1', [subject]);
  const renderPush = async (subject: string) =>
    app.calls.call(authCalls.renderDelivery, {
      kind: 'web_push',
      deliveryId: (await pushes(subject))[0]?.id ?? uuidv7(),
    });
  const mute = (kind: 'expiring_credits' | 'low_balance', channel: 'mail' | 'push') =>
    app.calls.call(authCalls.changeNotificationSetting, { userId: session.user.id, kind, channel, isOn: false });

  it('one mail and one web push say how many credits expire on which day, and where to use them', async () => {
    const id = await expire();
    expect([await mails(id), await pushes(id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    const mail = await renderMail(id);
    expect(mail).toMatchObject({ to: session.user.email, subject: '30 credits expire on 3 December 2026' });
    expect(mail?.text).toContain('30 credits in your balance expire on 3 December 2026, from 14:00 IST.');
    expect(mail?.html).toContain('href="https://luit.example/image-to-video"');
    expect(mail?.text).toContain('https://luit.example/settings/notifications');
    expect(await renderPush(id)).not.toBeNull();
  });

  it('the mail about a low balance names the last request and leads to the packs', async () => {
    const mail = await renderMail(await fall());
    expect(mail?.subject).toBe('You have 4 credits left');
    expect(mail?.text).toContain('Your last request needed 18 credits');
    expect(mail?.html).toContain('href="https://luit.example/pricing"');
  });

  it('the numbers are those at the time of sending', async () => {
    const id = await expire();
    current = { expiring: [{ ...EXPIRING, credits: 1 }], low: null };
    expect((await renderMail(id))?.text).toContain('1 credit in your balance expires on 3 December 2026');
  });

  it('a notice that is no longer true is not sent, and is not due any more', async () => {
    const spent = await expire();
    current = { expiring: [{ ...EXPIRING, expiresOn: '2026-12-04' }], low: null };
    expect([await renderMail(spent), await renderPush(spent)]).toEqual([null, null]);
    const topped = await fall();
    current = { expiring: [], low: { noticeId: uuidv7(), available: 3, lastRequestCredits: 18 } };
    expect([await renderMail(topped), await renderPush(topped)]).toEqual([null, null]);
    expect([await mails(spent), await mails(topped)]).toEqual([[], []]);
    const due = await app.rows('SELECT FROM web_push_messages WHERE subject = ANY ($1) AND due_at IS NOT NULL', [
      [spent, topped],
    ]);
    expect(due).toEqual([]);
  });

  it('no notice is sent to a user who was blocked or deleted before or after it was queued', async () => {
    const queued = await expire();
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [session.user.id]);
    expect([await renderMail(queued), await renderPush(queued)]).toEqual([null, null]);
    for (const status of ['blocked', 'closing', 'closed']) {
      await app.rows(`UPDATE users SET status = $2 WHERE id = $1`, [session.user.id, status]);
      const id = await expire();
      expect([await mails(id), await pushes(id)]).toEqual([[], []]);
    }
  });

  it('each channel that is turned off is respected, also if that happens after the notice was queued', async () => {
    const queued = await expire();
    await mute('expiring_credits', 'mail');
    expect(await renderMail(queued)).toBeNull();
    expect(await renderPush(queued)).not.toBeNull();
    const next = await expire();
    expect([await mails(next), await pushes(next)]).toMatchObject([{ length: 0 }, { length: 1 }]);
    await mute('low_balance', 'push');
    const low = await fall();
    expect([await mails(low), await pushes(low)]).toMatchObject([{ length: 1 }, { length: 0 }]);
  });

  it('a notice survives a restart and a flush of Redis, and is sent once', async () => {
    const id = await expire();
    await app.restart();
    await app.redis.flush();
    await app.rows(`UPDATE mails SET created_at = created_at - interval '1 minute' WHERE id = $1`, [id]);
    await app.resolve(UnsentMails).round();
    expect(await renderMail(id)).not.toBeNull();
    await app.calls.call(authCalls.markMailSent, { mailId: id });
    await deliver(billingEvents.creditsExpiring, { noticeId: id, userId: session.user.id, ...EXPIRING });
    expect(await renderMail(id)).toBeNull();
    expect(await mails(id)).toHaveLength(1);
  });

  it('an operator cannot send an old notice again', async () => {
    const mailId = await expire();
    await renderMail(mailId);
    await app.calls.call(authCalls.markMailSent, { mailId });
    await app.rows(`UPDATE mails SET sent_at = sent_at - interval '1 hour' WHERE id = $1`, [mailId]);
    const resend = app.calls.call(authCalls.resendMail, { mailId, adminId: uuidv7(), reason: 'Asked for it' });
    await expect(resend).rejects.toMatchObject({ code: 'conflict' });
  });
});
