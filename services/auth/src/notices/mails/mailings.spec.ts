import { authCalls } from '@luit/contracts/auth/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Client } from 'pg';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { MailingsService } from './mailings.service';

const USERS = ['english@example.com', 'hindi@example.com'];
const BLOCKED = 'blocked@example.com';
const UNCONFIRMED = 'unconfirmed@example.com';

/** The relay waits for the same lock, and tables have the same ids in the databases of other spec files. */
const KILL_BATCH = `
  SELECT pg_terminate_backend(pid, 5000) FROM pg_locks waiting JOIN pg_locks held USING (pid, database)
   WHERE waiting.relation = 'outbox'::regclass AND NOT waiting.granted AND held.relation = 'mailings'::regclass AND held.granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('mailings', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [] }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
    for (const email of [...USERS, BLOCKED]) await app.confirmed(email);
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

  const breachNotice = {
    kind: 'breach_notice',
    everyone: [BLOCKED, ...USERS, UNCONFIRMED],
    text: 'Choose a new password.',
    create: async () => {
      const facts = { title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha' };
      const noticedAt = new Date().toISOString();
      const { id: breachId } = await app.calls.call(authCalls.recordBreach, { adminId, ...facts, noticedAt });
      await app.calls.call(authCalls.addBreachAccounts, { adminId, breachId, kind: 'all' });
      const notice = { kind: 'users', text: 'A backup was copied.\n\nChoose a new password.' } as const;
      await app.calls.call(authCalls.saveBreachNotice, { adminId, breachId, ...notice });
      return breachId;
    },
    get: (breachId: string) => app.calls.call(authCalls.getBreachMailings, { breachId }),
    send: (breachId: string) =>
      app.calls.call(authCalls.sendBreachNotice, { adminId, breachId, confirmation: '4', reason: 'due' }),
  } as const;
  const quarterlyNotice = {
    kind: 'quarterly_notice',
    everyone: USERS,
    text: 'https://luit.example/terms',
    create: (year: number) => Promise.resolve(`${year}-Q3`),
    get: (quarter: string) => app.calls.call(authCalls.getQuarterlyNotice, { quarter }),
    send: (quarter: string) =>
      app.calls.call(authCalls.sendQuarterlyNotice, { adminId, quarter, confirmation: quarter, reason: 'due' }),
  } as const;

  const mailsOf = (subject: string) =>
    app.rows<{ id: string; to: string }>(
      `SELECT m.id, m."to" FROM mails m JOIN mailings g ON g.id::text = m.details ->> 'mailingId'
        WHERE m.kind = g.kind AND g.subject = $1 ORDER BY m."to"`,
      [subject],
    );
  const recipientsOf = async (subject: string) => (await mailsOf(subject)).map(({ to }) => to);
  /** The number of its mails, once it is complete. */
  const completed = async (subject: string) => {
    const sql = 'SELECT mails FROM mailings WHERE subject = $1 AND completed_at IS NOT NULL';
    await eventually(async () => expect(await app.rows(sql, [subject])).toHaveLength(1));
    return (await app.rows<{ mails: number }>(sql, [subject]))[0]?.mails;
  };
  /** A mailing that no replica works on yet. */
  const start = (kind: string, subject: string) =>
    app.rows(
      `INSERT INTO mailings (kind, subject, admin_id, reason, recipients, details) VALUES ($1, $2, $3, 'due', 4, '{}')`,
      [kind, subject, adminId],
    );

  describe.each([breachNotice, quarterlyNotice])('$kind', ({ kind, everyone, text, create, get, send }) => {
    it('is previewed, and reaches every account once, in its language and behind other mails', async () => {
      const subject = await create(2024);
      const { texts, recipients } = await get(subject);
      expect([recipients, texts.map(({ language }) => language)]).toEqual([everyone.length, ['en', 'hi']]);
      await Promise.allSettled([send(subject), send(subject)]);
      expect(await completed(subject)).toBe(everyone.length);
      await Promise.allSettled([send(subject)]);
      const mails = await mailsOf(subject);
      expect(mails.map(({ to }) => to)).toEqual(everyone);
      for (const [index, to] of USERS.entries()) {
        const mailId = mails.find((mail) => mail.to === to)!.id;
        const mail = await app.calls.call(authCalls.renderMail, { mailId });
        expect(mail).toMatchObject({ subject: texts[index]!.subject, text: expect.stringContaining(text) as string });
      }
      const priorities = await app.rows(
        `SELECT options ->> 'priority' AS priority FROM outbox WHERE kind = 'job' AND name = 'mail' AND payload ->> 'id' = ANY ($1)`,
        [mails.map(({ id }) => id)],
      );
      for (const row of priorities) expect(row).toEqual({ priority: '1' });
      const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject });
      expect(entries.filter(({ action }) => action === `${kind}_sent`)).toMatchObject([
        { details: { recipients: String(everyone.length), reason: 'due' }, adminEmail: 'admin@example.com' },
      ]);
    });

    it('reaches every account once if replicas work at the same time, fail, or are killed within a batch', async () => {
      const subject = await create(2023);
      const mailings = app.resolve(MailingsService);
      const other = new Client({ connectionString: app.database.adminUrl, options: '-c search_path=auth' });
      await other.connect();
      try {
        // The batch has inserted its mails, and waits to insert their jobs.
        await other.query('BEGIN; LOCK TABLE outbox IN SHARE MODE');
        await start(kind, subject);
        const batch = Promise.allSettled([mailings.queueBatch(1)]);
        await eventually(async () => expect((await other.query(KILL_BATCH)).rowCount).toBeGreaterThan(0));
        await batch;
        expect(await recipientsOf(subject)).toEqual([]);
      } finally {
        await other.end();
      }
      for (let round = 0; round <= everyone.length; round += 1) {
        await Promise.allSettled([mailings.queueBatch(1), mailings.queueBatch(1), mailings.queueBatch(-1)]);
      }
      expect(await completed(subject)).toBe(everyone.length);
      expect(await recipientsOf(subject)).toEqual(everyone);
      const proofs = await app.rows(
        `SELECT FROM breach_events WHERE breach_id::text = $1 AND what = 'users_notified'`,
        [subject],
      );
      expect(proofs).toHaveLength(kind === 'breach_notice' ? 1 : 0);
    });
  });

  it('the notice of a breach does not wait for the notice of a quarter', async () => {
    const subjects = [await breachNotice.create(), '2022-Q1'];
    await app.rows(
      `INSERT INTO mailings (kind, subject, admin_id, reason, recipients, details)
       SELECT kind, subject, $1, 'due', 4, '{}' FROM unnest('{quarterly_notice,breach_notice}'::text[], $2::text[]) AS m (kind, subject)`,
      [adminId, subjects.toReversed()],
    );
    app.resolve(MailingsService).runNow();
    await Promise.all(subjects.map(completed));
    const inOrder = 'SELECT subject FROM mailings WHERE subject = ANY ($1) ORDER BY completed_at';
    expect(await app.rows(inOrder, [subjects])).toEqual(subjects.map((subject) => ({ subject })));
  });
});
