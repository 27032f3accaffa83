import { authCalls } from '@luit/contracts/auth/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { QuarterlyNoticeMailer } from './quarterly-notice-mailer';

describe('the notice of a quarter', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [{ kind: 'order', takedowns: 1234, lifts: 1 }] }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    for (let i = 0; i < 5; i += 1) await app.confirmed(`user${i}@example.com`);
    await app.rows(`UPDATE users SET language = 'hi' WHERE email = 'user1@example.com'`);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE email = 'user2@example.com'`);
    await app.signUp('unconfirmed@example.com');
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });

  const get = (quarter: string) => app.calls.call(authCalls.getQuarterlyNotice, { quarter });
  const send = (quarter: string, changes: { confirmation?: string; adminId?: string } = {}) =>
    app.calls.call(authCalls.sendQuarterlyNotice, {
      adminId,
      quarter,
      confirmation: quarter,
      reason: 'due',
      ...changes,
    });
  const mailsOf = (quarter: string) =>
    app.rows<{ id: string; to: string }>(
      `SELECT id, "to" FROM mails WHERE kind = 'quarterly_notice' AND details ->> 'quarter' = $1 ORDER BY "to"`,
      [quarter],
    );
  const isSent = (quarter: string) =>
    eventually(async () => expect(await get(quarter)).toMatchObject({ sent: { isComplete: true } }));
  const EVERYONE = ['user0@example.com', 'user1@example.com', 'user3@example.com', 'user4@example.com'];

  it('is previewed in each language, with its number of recipients', async () => {
    const { texts, ...notice } = await get('2025-Q3');
    expect(notice).toEqual({ quarter: '2025-Q3', recipients: 4, hasEnded: true, sent: null });
    expect(texts.map(({ language }) => language)).toEqual(['en', 'hi']);
    expect(texts[0]?.subject).toBe('The rules of Luit, and the reports of July – September 2025');
    expect(texts[0]?.text).toContain('0 reports received, 0 of them decided in time, 1,234 takedowns');
    expect(texts[1]?.text).toContain('https://luit.example/terms');
  });

  it('every active user with a confirmed address is mailed once, in the language of the account', async () => {
    await Promise.all([send('2025-Q2'), send('2025-Q2')]);
    await isSent('2025-Q2');
    await send('2025-Q2');
    const mails = await mailsOf('2025-Q2');
    expect(mails.map(({ to }) => to)).toEqual(EVERYONE);
    const [english, hindi] = await Promise.all(
      mails.map(({ id }) => app.calls.call(authCalls.renderMail, { mailId: id })),
    );
    expect(english).toMatchObject({ subject: 'The rules of Luit, and the reports of April – June 2025' });
    expect(hindi?.html).toContain('<html lang="hi">');
    expect(await get('2025-Q2')).toMatchObject({
      sent: { by: 'admin@example.com', reason: 'due', mails: 4, isComplete: true },
    });
    const priorities = await app.rows(
      `SELECT options ->> 'priority' AS priority FROM outbox WHERE kind = 'job' AND name = 'mail' AND payload ->> 'id' = ANY ($1)`,
      [mails.map(({ id }) => id)],
    );
    for (const row of priorities) expect(row).toEqual({ priority: '1' });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: '2025-Q2' });
    expect(entries).toMatchObject([{ action: 'quarterly_notice_sent', details: { reason: 'due' } }]);
  });

  it('batches of several replicas, some of which fail, mail every user once', async () => {
    const mailer = app.resolve(QuarterlyNoticeMailer);
    await app.rows(
      `INSERT INTO quarterly_notices (quarter, admin_id, reason, details) VALUES ('2025-Q1', $1, 'due', '{"quarter": "2025-Q1"}')`,
      [adminId],
    );
    for (let round = 0; round < 6; round += 1) {
      await Promise.allSettled([mailer.queueBatch(1), mailer.queueBatch(1), mailer.queueBatch(-1)]);
    }
    await isSent('2025-Q1');
    expect((await mailsOf('2025-Q1')).map(({ to }) => to)).toEqual(EVERYONE);
  });

  it('is refused before the quarter has ended, without its confirmation, and for unknown operators', async () => {
    await expect(send('2099-Q1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(send('2024-Q4', { confirmation: '2024-Q3' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(send('2024-Q4', { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await mailsOf('2024-Q4')).toEqual([]);
    expect(await get('2099-Q1')).toMatchObject({ hasEnded: false, sent: null });
  });
});
