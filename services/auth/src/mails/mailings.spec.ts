import { authCalls } from '@luit/contracts/auth/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Client } from 'pg';
import { type AuthTestApp, startAuthTestApp } from '../test/auth-test-app';
import { MailingsService } from './mailings.service';

const BY = 'admin@example.com';
const TEXT = 'A backup was copied.\n\nChoose a new password.';
const USERS = [0, 1, 2, 3, 4].map((n) => `user${n}@example.com`);
const [, , BLOCKED] = USERS;
const UNCONFIRMED = 'unconfirmed@example.com';

/** What an operator does and sees for a mailing. */
interface Case {
  kind: 'breach_notice' | 'quarterly_notice';
  everyone: string[];
  /** Returns its subject; each call needs another number. */
  create(number: number): Promise<string>;
  send(subject: string): Promise<unknown>;
  get(subject: string): Promise<{ recipients: number; texts: { language: string; subject: string; text: string }[] }>;
  englishSubject: RegExp;
  /** In each language. */
  contains: string;
  /** The second of two concurrent requests may find the first mailing complete. */
  refusal?: string;
}

describe('mailings', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [{ kind: 'order', takedowns: 1234, lifts: 1 }] }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    for (const email of USERS) await app.confirmed(email);
    await app.rows(`UPDATE users SET language = 'hi' WHERE email = $1`, [USERS[1]]);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE email = $1`, [BLOCKED]);
    await app.signUp(UNCONFIRMED);
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });
  // Events cannot be deleted, so each test leaves its breaches closed.
  afterEach(() => app.rows('UPDATE breaches SET closed_at = coalesce(closed_at, now())'));

  const breachNotice: Case = {
    kind: 'breach_notice',
    // Blocked accounts and accounts with an unconfirmed address are affected too.
    everyone: [...USERS, UNCONFIRMED].sort(),
    create: async () => {
      const facts = { title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha' };
      const noticedAt = new Date().toISOString();
      const { id } = await app.calls.call(authCalls.recordBreach, { adminId, ...facts, noticedAt });
      await app.calls.call(authCalls.addBreachAccounts, { adminId, breachId: id, kind: 'all' });
      await app.calls.call(authCalls.saveBreachNotice, { adminId, breachId: id, kind: 'users', text: TEXT });
      return id;
    },
    send: (breachId) =>
      app.calls.call(authCalls.sendBreachNotice, { adminId, breachId, confirmation: '6', reason: 'due' }),
    get: (breachId) => app.calls.call(authCalls.getBreachMailings, { breachId }),
    englishSubject: /^Your personal data was affected by a breach$/,
    contains: TEXT,
    refusal: 'conflict',
  };
  const quarterlyNotice: Case = {
    kind: 'quarterly_notice',
    everyone: [USERS[0]!, USERS[1]!, USERS[3]!, USERS[4]!],
    create: (number) => Promise.resolve(`202${number}-Q3`),
    send: (quarter) =>
      app.calls.call(authCalls.sendQuarterlyNotice, { adminId, quarter, confirmation: quarter, reason: 'due' }),
    get: (quarter) => app.calls.call(authCalls.getQuarterlyNotice, { quarter }),
    englishSubject: /^The rules of Luit, and the reports of July – September 202\d$/,
    contains: 'https://luit.example/terms',
  };

  const mailsOf = (subject: string) =>
    app.rows<{ id: string; to: string }>(
      `SELECT m.id, m."to" FROM mails m JOIN mailings g ON g.id::text = m.details ->> 'mailingId'
        WHERE m.kind = g.kind AND g.subject = $1 ORDER BY m."to"`,
      [subject],
    );
  const recipientsOf = async (subject: string) => (await mailsOf(subject)).map(({ to }) => to);
  const isComplete = async (subject: string) =>
    (await app.rows('SELECT FROM mailings WHERE subject = $1 AND completed_at IS NOT NULL', [subject])).length > 0;
  const isSent = (subject: string) => eventually(async () => expect(await isComplete(subject)).toBe(true));
  /** A mailing that no replica works on yet. */
  const start = (kind: Case['kind'], subject: string) =>
    app.rows(
      `INSERT INTO mailings (kind, subject, admin_id, reason, recipients, details)
       VALUES ($1, $2, $3, 'due', 6, '{"quarter": "2020-Q1", "text": "Sorry"}')`,
      [kind, subject, adminId],
    );

  describe.each([
    ['breach', breachNotice],
    ['quarter', quarterlyNotice],
  ])('the notice of a %s', (_name, { kind, everyone, create, send, get, ...mail }) => {
    it('is previewed in each language, with the number of accounts that get it', async () => {
      const { texts, recipients } = await get(await create(0));
      expect(recipients).toBe(everyone.length);
      expect(texts).toEqual([
        { language: 'en', subject: expect.stringMatching(mail.englishSubject), text: expect.any(String) },
        { language: 'hi', subject: expect.stringMatching(/\p{Script=Devanagari}/u), text: expect.any(String) },
      ]);
      for (const { text } of texts) expect(text).toContain(mail.contains);
    });

    it('reaches every account once, in its language, behind other mails, and the audit log says so', async () => {
      const subject = await create(1);
      const sent = await Promise.allSettled([send(subject), send(subject)]);
      expect(sent.map(({ status }) => status)).toContain('fulfilled');
      for (const attempt of sent)
        if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: mail.refusal });
      await isSent(subject);
      const again = send(subject);
      await (mail.refusal ? expect(again).rejects.toMatchObject({ code: mail.refusal }) : again);
      const mails = await mailsOf(subject);
      expect(mails.map(({ to }) => to)).toEqual(everyone);
      const [english, hindi] = await Promise.all(
        [USERS[0], USERS[1]].map((to) => {
          return app.calls.call(authCalls.renderMail, { mailId: mails.find((each) => each.to === to)!.id });
        }),
      );
      expect(english?.subject).toMatch(mail.englishSubject);
      expect(hindi?.html).toContain('<html lang="hi">');
      expect(hindi?.subject).toMatch(/\p{Script=Devanagari}/u);
      for (const { text } of [english!, hindi!]) expect(text).toContain(mail.contains);
      const priorities = await app.rows(
        `SELECT options ->> 'priority' AS priority FROM outbox WHERE kind = 'job' AND name = 'mail' AND payload ->> 'id' = ANY ($1)`,
        [mails.map(({ id }) => id)],
      );
      for (const row of priorities) expect(row).toEqual({ priority: '1' });
      const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject });
      expect(entries.filter(({ action }) => action === `${kind}_sent`)).toMatchObject([
        { details: { recipients: String(everyone.length), reason: 'due' }, adminEmail: BY },
      ]);
    });

    it('reaches every account once from several replicas whose batches fail or lose their connection', async () => {
      const subject = await create(2);
      const mailings = app.resolve(MailingsService);
      const other = new Client({ connectionString: app.database.adminUrl, options: '-c search_path=auth' });
      await other.connect();
      try {
        // The batch has inserted its mails, and waits to insert their jobs.
        await other.query('BEGIN; LOCK TABLE outbox IN SHARE MODE');
        await start(kind, subject);
        const killed = mailings.queueBatch(2);
        await eventually(async () => {
          const waiting = `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE NOT granted AND relation = 'outbox'::regclass`;
          expect((await other.query(waiting)).rowCount).toBeGreaterThan(0);
        });
        await expect(killed).rejects.toThrow();
      } finally {
        await other.end();
      }
      for (let round = 0; round < 7; round += 1) {
        await Promise.allSettled([mailings.queueBatch(1), mailings.queueBatch(1), mailings.queueBatch(-1)]);
      }
      await isSent(subject);
      expect(await recipientsOf(subject)).toEqual(everyone);
      expect(await app.rows('SELECT mails FROM mailings WHERE subject = $1', [subject])).toEqual([
        { mails: everyone.length },
      ]);
    });
  });

  it('a new mailing does not wait for the end of a large one', async () => {
    await app.rows(
      `INSERT INTO mailings (kind, subject, admin_id, reason, recipients, details, mails)
       VALUES ('quarterly_notice', '2029-Q1', $1, 'due', 9000, '{"quarter": "2029-Q1"}', 8000)`,
      [adminId],
    );
    const breachId = await breachNotice.create(0);
    await start('breach_notice', breachId);
    await app.resolve(MailingsService).queueBatch(3);
    expect(await recipientsOf(breachId)).not.toEqual([]);
    await isSent('2029-Q1');
  });
});
