import { authCalls } from '@luit/contracts/auth/messages';
import { NOTIFICATION_KINDS } from '@luit/contracts/auth/notification-kinds';
import type { NotificationSetting } from '@luit/contracts/auth/notifications';
import { billingEvents } from '@luit/contracts/billing/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AnonymizationService } from '../../identity/account-deletions/anonymization.service';
import { MailsService } from '../queued-mails/mails.service';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('notification settings', () => {
  let app: AuthTestApp;
  let userId: string;
  let email: string;
  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ id: userId, email } = (await app.confirmed()).user);
  });

  const get = async (of = userId) => (await app.calls.call(authCalls.getNotificationSettings, { userId: of })).settings;
  const change = async (setting: NotificationSetting, of = userId) =>
    (await app.calls.call(authCalls.changeNotificationSetting, { userId: of, ...setting })).settings;
  const off = (settings: NotificationSetting[]) =>
    settings.filter(({ isOn }) => !isOn).map(({ kind, channel }) => `${kind} ${channel}`);
  const stored = () => app.rows('SELECT FROM muted_notifications WHERE user_id = $1', [userId]);

  it('everything is on until its owner turns it off, for that account alone', async () => {
    const settings = await get();
    expect(settings).toHaveLength(Object.values(NOTIFICATION_KINDS).flat().length);
    expect(off(settings)).toEqual([]);
    const mail = { kind: 'requests', channel: 'mail' } as const;
    expect(off(await change({ ...mail, isOn: false }))).toEqual(['requests mail']);
    expect(off(await change({ ...mail, isOn: false }))).toEqual(['requests mail']);
    expect(off(await get((await app.confirmed()).user.id))).toEqual([]);
    expect(off(await change({ ...mail, isOn: true }))).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('a channel that a kind does not have, and an unknown account, are refused', async () => {
    await expect(change({ kind: 'credits', channel: 'in_app', isOn: false })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(change({ kind: 'credits', channel: 'mail', isOn: false }, uuidv7())).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });

  it('a mail about a finished request that was turned off is neither queued nor sent', async () => {
    const finish = async () => {
      const id = uuidv7();
      const details = { requestId: id, type: 'video', hasSucceeded: 'true' };
      await app
        .resolve(DataSource)
        .transaction((manager) =>
          app.resolve(MailsService).queueNotice(manager, { id, userId, kind: 'request_finished', details }),
        );
      return id;
    };
    const queued = await finish();
    await change({ kind: 'requests', channel: 'mail', isOn: false });
    expect(await app.calls.call(authCalls.renderMail, { mailId: queued })).toBeNull();
    await finish();
    expect(await app.mailsTo(email)).not.toContain('request_finished');
    await change({ kind: 'requests', channel: 'mail', isOn: true });
    expect(await app.calls.call(authCalls.renderMail, { mailId: await finish() })).not.toBeNull();
  });

  it('mails about refunds can be turned off, receipts and notices about security cannot', async () => {
    for (const setting of await get()) await change({ ...setting, isOn: false });
    const connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    const queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection });
    const payer = { buyerId: userId, accountId: userId, requestId: null };
    const refund = { refundId: uuidv7(), reason: 'operator', amountPaise: 100, credits: 1, ...payer };
    const receipt = {
      ...{ receiptId: uuidv7(), kind: 'receipt', number: 'REC/1', description: 'Pack', amountPaise: 100 },
      ...{ paidAt: new Date().toISOString(), orderId: uuidv7(), razorpayOrderId: 'order_1', paymentId: 'pay_1' },
      ...payer,
    };
    await queue.add(billingEvents.refundPaid.name, { payload: refund }, { jobId: uuidv7() });
    await queue.add(billingEvents.receiptIssued.name, { payload: receipt }, { jobId: uuidv7() });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    await queue.close();
    connection.disconnect();
    expect(await app.calls.call(authCalls.renderMail, { mailId: receipt.receiptId })).not.toBeNull();
    await app.calls.call(authCalls.requestPasswordReset, { email });
    expect((await app.mailsTo(email)).slice(1)).toEqual(['receipt', 'password_reset']);
  });

  it('the export of an account contains its settings, and its deletion removes them', async () => {
    await change({ kind: 'low_balance', channel: 'push', isOn: false });
    await app.calls.call(authCalls.requestExport, { userId });
    const token = await app.mailedToken(email, 'export');
    const exported = await app.calls.call(authCalls.readExport, { token });
    expect(off(exported.notification_settings)).toEqual(['low_balance push']);
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [userId]);
    await app.resolve(AnonymizationService).anonymize(userId);
    expect(await stored()).toEqual([]);
    await expect(change({ kind: 'low_balance', channel: 'push', isOn: false })).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
});
