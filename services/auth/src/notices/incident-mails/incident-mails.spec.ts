import { CONFIRMED_RECIPIENTS } from '@luit/contracts/auth/incident-mails';
import { mailJob } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { AffectedJob } from '@luit/contracts/operations/affected-jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const SELECTION = {
  from: '2026-11-24T00:00:00Z',
  to: '2026-11-24T01:00:00Z',
  providers: ['fal', 'replicate'],
  outcome: 'failed' as const,
};
const MAIL = { subject: 'Your {jobs} jobs', text: 'Sorry.\n\nThey cost {credits} credits.', reason: 'outage' };

describe('mails about an incident', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let adminId: string;
  let jobs: AffectedJob[] = [];

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.listAffectedJobs.name]: () => ({ jobs }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });

  const job = (userId: string, changes: Partial<AffectedJob> = {}): AffectedJob => {
    return { requestId: uuidv7(), userId, email: null, credits: 20, isReturned: false, ...changes };
  };
  const preview = () => app.calls.call(authCalls.previewIncidentMails, { adminId, selection: SELECTION });
  const queue = (mailingId: string, changes: object = {}) =>
    app.calls.call(authCalls.queueIncidentMails, { adminId, mailingId, ...MAIL, ...changes });
  const get = (mailingId: string) => app.calls.call(authCalls.getIncidentMailing, { mailingId, limit: 100 });
  const mailsOf = (mailingId: string) =>
    app.rows<{ id: string; kind: string; to: string }>(
      `SELECT m.id, m.kind, m."to" FROM mails m JOIN incident_recipients r ON r.id = m.id WHERE mailing_id = $1 ORDER BY m.id`,
      [mailingId],
    );

  it('users and guests get one mail each with their own numbers; blocked, deleted and unknown ones get none', async () => {
    const [{ user: one }, { user: blocked }, { user: closing }] = [
      await app.confirmed(),
      await app.confirmed(),
      await app.confirmed(),
    ];
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [blocked.id]);
    await app.rows(`UPDATE users SET status = 'closing' WHERE id = $1`, [closing.id]);
    jobs = [
      job(one.id, { isReturned: true }),
      job(one.id, { credits: 15 }),
      job(uuidv7(), { email: one.email, credits: 5 }),
      job(uuidv7(), { email: 'guest@example.com' }),
      job(uuidv7(), { email: 'guest@example.com', isReturned: true }),
      job(uuidv7(), { email: blocked.email }),
      job(uuidv7()),
      job(blocked.id),
      job(closing.id, { isReturned: true }),
    ];
    const frozen = await preview();
    expect(frozen).toMatchObject({
      selection: 'Failed jobs of fal, replicate, created from 24 Nov 2026, 05:30 until 24 Nov 2026, 06:30 IST',
      ...{ recipients: 2, guests: 1, jobs: 5, credits: 80, returnedCredits: 40, unreachableJobs: 4 },
      ...{ names: ['Ritu Das', null], needsConfirmation: false },
    });
    // Jobs that match later are not mailed.
    jobs = [];
    const { mailingId } = frozen;
    await Promise.all([queue(mailingId), queue(mailingId), queue(mailingId)]);
    await queue(mailingId);
    const mails = await mailsOf(mailingId);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['incident', one.email],
      ['incident', 'guest@example.com'],
    ]);
    const outbox = await app.rows<{ id: string }>(
      `SELECT payload ->> 'id' AS id FROM outbox WHERE name = 'mail' AND payload ->> 'id' = ANY ($1)`,
      [mails.map(({ id }) => id)],
    );
    expect(new Set(outbox.map(({ id }) => id)).size).toBe(outbox.length);
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mails[0]!.id });
    expect(rendered?.subject).toBe('Your 3 jobs');
    expect(rendered?.text).toContain('They cost 40 credits.');
    expect(rendered?.text).toContain('About your jobs, Ritu Das');
    const guest = await app.calls.call(authCalls.renderMail, { mailId: mails[1]!.id });
    expect(guest?.text).not.toContain('/library');

    await app.calls.call(authCalls.recordMailFailure, { mailId: mails[0]!.id, error: '451 try later' });
    await app.calls.call(authCalls.markMailSent, { mailId: mails[1]!.id });
    const { items, mailing } = await get(mailingId);
    expect(mailing).toMatchObject({ recipients: 2, queued: 0, sent: 1, failed: 1, excluded: 0, jobs: 5, credits: 80 });
    expect(items).toMatchObject([
      { userId: one.id, name: 'Ritu Das', state: 'failed', error: '451 try later', jobs: 3, credits: 40 },
      { userId: null, name: null, state: 'sent', error: null, jobs: 2, credits: 40 },
    ]);
    expect(JSON.stringify(await app.rows('SELECT * FROM incident_recipients'))).not.toContain('guest@example.com');
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 100, subject: mailingId });
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      {
        action: 'incident_mails_queued',
        details: { selection: frozen.selection, mails: '2', mail: MAIL.subject, reason: 'outage' },
      },
    ]);
    const { items: listed } = await app.calls.call(authCalls.listMails, { limit: 20, kind: 'incident' });
    expect(listed.find(({ id }) => id === mails[0]!.id)).toMatchObject({
      ...{ subject: 'Your 3 jobs', canResend: true, state: 'failing' },
    });
    const list = await app.calls.call(authCalls.listIncidentMailings, { limit: 20 });
    expect(list.items).toContainEqual(mailing);
    await expect(queue(mailingId, { text: 'Another' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a user who is blocked between the preview and the mails is left out and shown as excluded', async () => {
    const [{ user: one }, { user: two }] = [await app.confirmed(), await app.confirmed()];
    jobs = [job(one.id), job(two.id)];
    const { mailingId } = await preview();
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [two.id]);
    await queue(mailingId);
    expect((await mailsOf(mailingId)).map(({ to }) => to)).toEqual([one.email]);
    expect((await get(mailingId)).mailing).toMatchObject({ queued: 1, excluded: 1, recipients: 2 });
  });

  it('who was mailed about one of the jobs before is left out, unless the operator includes them', async () => {
    const [{ user: one }, { user: two }] = [await app.confirmed(), await app.confirmed()];
    const [shared, guest] = [job(one.id), job(uuidv7(), { email: 'again@example.com' })];
    jobs = [shared, guest];
    const [first, concurrent] = [await preview(), await preview()];
    expect(first).toMatchObject({ recipients: 2, alreadyMailed: 0, lastMailedAt: null });
    await queue(first.mailingId);
    // Previewed before the first mailing was queued.
    await expect(queue(concurrent.mailingId)).rejects.toMatchObject({ code: 'conflict' });

    jobs = [shared, guest, job(two.id)];
    const { mailingId, ...counts } = await preview();
    expect(counts).toMatchObject({ recipients: 3, alreadyMailed: 2, lastMailedAt: expect.any(String) as string });
    await queue(mailingId);
    expect((await mailsOf(mailingId)).map(({ to }) => to)).toEqual([two.email]);
    expect((await get(mailingId)).mailing).toMatchObject({ recipients: 3, queued: 1, excluded: 2 });
    const { mailingId: all } = await preview();
    await queue(all, { includesMailed: true });
    expect(await mailsOf(all)).toHaveLength(3);
    const { mailingId: nobody } = await preview();
    await expect(queue(nobody)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('two mailings about the same jobs that are queued at once mail everybody once', async () => {
    jobs = [job((await app.confirmed()).user.id), job((await app.confirmed()).user.id)];
    const previews = [await preview(), await preview(), await preview()];
    const queued = await Promise.allSettled(previews.map(({ mailingId }) => queue(mailingId)));
    expect(queued.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const mails = await Promise.all(previews.map(({ mailingId }) => mailsOf(mailingId)));
    expect(mails.flat()).toHaveLength(2);
  });

  it('a mailing needs known placeholders, a fresh preview of this operator, and recipients', async () => {
    jobs = [job((await app.confirmed()).user.id)];
    const { mailingId } = await preview();
    for (const text of ['{name}', '{credits', '{{jobs}}']) {
      await expect(queue(mailingId, { text })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(queue(mailingId, { adminId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(get(mailingId)).rejects.toMatchObject({ code: 'not_found' });
    await app.rows(`UPDATE incident_mailings SET created_at = now() - interval '61 minutes' WHERE id = $1`, [
      mailingId,
    ]);
    await expect(queue(mailingId)).rejects.toMatchObject({ code: 'conflict' });
    jobs = [];
    const { mailingId: empty } = await preview();
    await expect(queue(empty)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('the address of a guest is not greeted by the name of an account that has not confirmed it', async () => {
    const typed = await app.signUp();
    jobs = [job(uuidv7(), { email: typed.email })];
    const { mailingId, guests, names } = await preview();
    expect({ guests, names }).toEqual({ guests: 1, names: [null] });
    await queue(mailingId);
    const [mail] = await mailsOf(mailingId);
    expect(mail?.to).toBe(typed.email);
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mail!.id });
    expect(rendered?.text).toContain('About your order');
    expect(rendered?.text).not.toContain('Ritu Das');
  });

  it('the mails wait behind all others, such as resets of passwords', async () => {
    const { user } = await app.confirmed();
    jobs = [job(user.id)];
    const { mailingId } = await preview();
    await queue(mailingId);
    const [mail] = await mailsOf(mailingId);
    await app.calls.call(authCalls.requestPasswordReset, { email: user.email });
    const [reset] = await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE user_id = $1 AND kind = 'password_reset'`,
      [user.id],
    );
    const stateOf = (id: string) => app.resolve(Queues).named(mailJob.name).getJobState(id);
    await eventually(async () => {
      expect([await stateOf(mail!.id), await stateOf(reset!.id)]).toEqual(['prioritized', 'waiting']);
    });
  });

  it('a subject has no control characters, so it stays in its header', async () => {
    jobs = [job((await app.confirmed()).user.id)];
    const { mailingId } = await preview();
    for (const character of ['\n', '\r\n', '\0', '\t', '\u0085', '\u2028']) {
      const refused = queue(mailingId, { subject: `Sorry${character}Bcc: all@example.com` });
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await queue(mailingId, { subject: 'Your {jobs} jobs – “sorry” 👩‍💻' });
  });

  it('many recipients need their number typed again', async () => {
    const count = CONFIRMED_RECIPIENTS + 1;
    jobs = Array.from({ length: count }, (_, index) => job(uuidv7(), { email: `guest-${index}@example.com` }));
    const { mailingId, needsConfirmation, recipients } = await preview();
    expect({ needsConfirmation, recipients }).toEqual({ needsConfirmation: true, recipients: count });
    for (const confirmation of [undefined, '100']) {
      await expect(queue(mailingId, { confirmation })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await queue(mailingId, { confirmation: String(count) });
    expect(await mailsOf(mailingId)).toHaveLength(count);
    jobs = [...jobs, job(uuidv7(), { email: 'another@example.com' })];
    const again = await preview();
    expect(again).toMatchObject({ recipients: count + 1, alreadyMailed: count, needsConfirmation: true });
    await queue(again.mailingId, { confirmation: '1' });
    expect(await mailsOf(again.mailingId)).toHaveLength(1);
  });
});
