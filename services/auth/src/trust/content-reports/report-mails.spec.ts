import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

describe('mails to reporters', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(() => app.close());

  type NewReport = RequestOf<typeof authCalls.postContentReport>;
  const post = (changes: Partial<NewReport>) =>
    app.calls.call(authCalls.postContentReport, { kind: 'grievance', target: 'a', text: 'b', ...changes });
  const idOf = async (number: string) => {
    const [row] = await app.rows<{ id: string }>('SELECT id FROM content_reports WHERE number = $1', [number]);
    return row!.id;
  };
  const mailsTo = async (email: string) => {
    const rows = await app.rows<{ id: string; kind: string }>(
      'SELECT id, kind FROM mails WHERE "to" = $1 ORDER BY id',
      [email],
    );
    return Promise.all(
      rows.map(async ({ id, kind }) => ({ kind, ...(await app.calls.call(authCalls.renderMail, { mailId: id })) })),
    );
  };

  it('a reporter is mailed the receipt and the decision once, and the address is deleted with the sent mail', async () => {
    const email = 'asha@example.com';
    const idempotencyKey = uuidv7();
    const { number } = await post({ email, idempotencyKey });
    await post({ email, idempotencyKey });
    await app.rows(`UPDATE content_reports SET due_at = '2026-12-04T08:30:00Z' WHERE number = $1`, [number]);
    const reportId = await idOf(number);
    const decision = { adminId, reportId, decision: 'answered', answer: 'We called you' } as const;
    await app.calls.call(authCalls.decideContentReport, decision);
    await app.calls.call(authCalls.decideContentReport, decision);
    const mails = await mailsTo(email);
    expect(mails).toMatchObject([
      { kind: 'report_received', to: email, subject: `We received your report ${number}` },
      { kind: 'report_decided', to: email, subject: `Decision on your report ${number}` },
    ]);
    expect(mails[0]?.text).toMatch(/A person will decide by \d+ \w+ \d{4} at \d\d:\d\d IST/);
    expect(mails[1]?.text).toContain('We reviewed your report and answered it.');
    expect(mails[1]?.text).toContain('Our answer: We called you');
    for (const { text } of mails) expect(text).toContain(`https://luit.example/report?number=${number}`);
    const [{ id } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM mails WHERE "to" = $1', [email]);
    await app.calls.call(authCalls.markMailSent, { mailId: id });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('mails are in the language of the report', async () => {
    await post({ email: 'kshitij@example.com', language: 'hi' });
    const [mail] = await mailsTo('kshitij@example.com');
    expect(mail?.subject).toMatch(/^आपकी रिपोर्ट .* मिल गई$/);
  });

  it('a report without an address mails nobody, and repeated reports with one address are confirmed ten times', async () => {
    const { number } = await post({ kind: 'unlawful' });
    const decision = { adminId, reportId: await idOf(number), decision: 'rejected', answer: 'Satire' } as const;
    await app.calls.call(authCalls.decideContentReport, decision);
    const mailed = await app.rows(`SELECT FROM mails WHERE details ->> 'number' = $1`, [number]);
    expect(mailed).toEqual([]);
    for (let i = 0; i < 11; i += 1) await post({ email: 'Victim@example.com' });
    expect(await mailsTo('Victim@example.com')).toHaveLength(10);
  });
});
