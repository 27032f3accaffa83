import type { RequestOf } from '@luit/contracts/messages/message';
import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { DueReports } from '../../notices/alerts/due-reports';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const HOUR_MS = 3_600_000;

describe('reports of outputs', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(() => app.close());
  // Events cannot be deleted, so each test leaves its reports decided.
  afterEach(() =>
    app.rows(
      `UPDATE content_reports SET state = 'answered', answer = '-', decided_at = now(), decided_by = '-' WHERE state = 'open'`,
    ),
  );

  type NewReport = RequestOf<typeof authCalls.postContentReport>;
  const post = (changes: Partial<NewReport> = {}) =>
    app.calls.call(authCalls.postContentReport, {
      kind: 'intimate_imagery',
      target: 'https://luit.example/s/abcdefghijklmnopqrstuv',
      text: 'This is me.\r\nI never agreed.',
      ...changes,
    });
  const open = async (kind?: NewReport['kind']) =>
    (await app.calls.call(authCalls.listContentReports, { limit: 50, isOpen: true, kind })).items;
  const decide = (
    reportId: string,
    decision: 'taken_down' | 'rejected' | 'answered',
    more: { answer?: string; adminId?: string; requestId?: string } = {},
  ) => app.calls.call(authCalls.decideContentReport, { adminId, reportId, decision, answer: 'It is gone', ...more });
  /** Lets so many hours pass for a report. */
  const pass = (number: string, hours: number) =>
    app.rows(
      `UPDATE content_reports SET received_at = received_at - $2 * interval '1 hour', due_at = due_at - $2 * interval '1 hour'
        WHERE number = $1`,
      [number, hours],
    );

  it.each([
    ['intimate_imagery', 2],
    ['order', 3],
    ['unlawful', 168],
    ['grievance', 168],
    ['personal_data', 360],
  ] as const)(
    'a report of the kind %s is due in %d hours, and its receipt shows no more than the state',
    async (kind, hours) => {
      const receipt = await post({ kind, email: 'asha@example.com' });
      expect(receipt.number).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      expect(Date.parse(receipt.dueAt) - Date.parse(receipt.receivedAt)).toBe(hours * HOUR_MS);
      expect(await app.calls.call(authCalls.getReportReceipt, { number: receipt.number })).toEqual(receipt);
      const { number, receivedAt, dueAt } = receipt;
      expect(receipt).toEqual({ number, kind, state: 'open', receivedAt, dueAt, decidedAt: null, answer: null });
    },
  );

  it('settings change the limits', async () => {
    await app.restart({
      reportLimitHours: { intimate_imagery: 1, order: 3, unlawful: 168, grievance: 168, personal_data: 360 },
    });
    const { receivedAt, dueAt } = await post();
    expect(Date.parse(dueAt) - Date.parse(receivedAt)).toBe(HOUR_MS);
    await app.restart();
  });

  it('the queue has the report with the least time left first, and filters by kind', async () => {
    const grievance = await post({ kind: 'grievance', email: 'asha@example.com' });
    const intimate = await post({ requestId: uuidv7() });
    const order = await post({ kind: 'order', email: 'police@example.com' });
    const numbers = [intimate.number, order.number, grievance.number];
    expect((await open()).map(({ number }) => number)).toEqual(numbers);
    await pass(grievance.number, 167);
    expect((await open()).map(({ number }) => number)).toEqual([grievance.number, intimate.number, order.number]);
    expect((await open('order')).map(({ number }) => number)).toEqual([order.number]);
    const first = await app.calls.call(authCalls.listContentReports, { limit: 2, isOpen: true });
    expect(first).toMatchObject({ total: 3, nextCursor: first.items[1]!.id });
    const next = await app.calls.call(authCalls.listContentReports, {
      limit: 2,
      isOpen: true,
      cursor: first.nextCursor!,
    });
    expect(next.items.map(({ number }) => number)).toEqual([order.number]);
  });

  it('an operator decides once, with proof, and the reporter reads the answer', async () => {
    const { number } = await post();
    const [report] = await open();
    const requestId = uuidv7();
    const decided = await decide(report!.id, 'taken_down', { requestId });
    expect(decided).toMatchObject({ number, requestId, state: 'taken_down', decidedBy: 'admin@example.com' });
    expect(decided.events).toMatchObject([
      { what: 'received', by: null, text: 'This is me.\nI never agreed.' },
      { what: 'taken_down', by: 'admin@example.com', text: 'It is gone' },
    ]);
    expect(await decide(report!.id, 'taken_down', { answer: 'Again' })).toEqual(decided);
    await expect(decide(report!.id, 'rejected')).rejects.toMatchObject({ code: 'conflict' });
    const receipt = await app.calls.call(authCalls.getReportReceipt, { number });
    expect(receipt).toMatchObject({ state: 'taken_down', answer: 'It is gone' });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: report!.id });
    expect(entries).toMatchObject([{ action: 'content_report_decided', details: { decision: 'taken_down' } }]);
    await expect(app.rows(`DELETE FROM content_report_events`)).rejects.toThrow('append-only');
    await expect(app.rows(`UPDATE content_report_events SET text = ''`)).rejects.toThrow('append-only');
    const done = await app.calls.call(authCalls.listContentReports, { limit: 1, isOpen: false });
    expect(done.items).toMatchObject([{ number }]);
    await expect(decide(uuidv7(), 'rejected')).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide(report!.id, 'rejected', { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('operators are alerted when half of the time has passed, and again when a report is overdue', async () => {
    const causes = () => app.resolve(DueReports).alertCauses();
    const { number } = await post({ kind: 'unlawful' });
    expect(await causes()).toEqual([]);
    await pass(number, 83);
    expect(await causes()).toEqual([]);
    await pass(number, 1);
    expect(await causes()).toMatchObject(
      [{ kind: 'content_reports_due', subject: 'half_way', severity: 'critical', summary: /Half of the time/ }].map(
        (cause) => ({ ...cause, summary: expect.stringMatching(cause.summary) as string }),
      ),
    );
    await pass(number, 84);
    expect(await causes()).toMatchObject([{ subject: 'overdue', summary: 'The time to decide 1 report has passed.' }]);
    await decide((await open())[0]!.id, 'rejected');
    expect(await causes()).toEqual([]);
  });

  it('an idempotency key stores one report, and rejects a different one', async () => {
    const idempotencyKey = uuidv7();
    const receipts = await Promise.all([post({ idempotencyKey }), post({ idempotencyKey })]);
    expect(receipts[0]).toEqual(receipts[1]);
    expect(await open()).toHaveLength(1);
    await expect(post({ idempotencyKey, text: 'Another' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it.each([
    ['Enter the link or the ID of the video', { target: ' ' }],
    ['Describe what is wrong', { text: ' \n' }],
    ['The text must be at most 5000 characters', { text: 'a'.repeat(5_001) }],
    ['Enter an email address for the answer', { kind: 'grievance' as const }],
    ['Enter an email address for the answer', { kind: 'order' as const }],
    ['Please enter a valid email address', { email: 'asha' }],
  ])('a report is rejected: %s', async (text, changes) => {
    await expect(post(changes)).rejects.toThrow(text);
  });

  it('an unknown number has no receipt', async () => {
    const call = app.calls.call(authCalls.getReportReceipt, { number: '0000-0000-0000-0000' });
    await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});
