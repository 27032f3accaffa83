import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { firstAdmin, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

const down: AlertCause = {
  kind: 'provider_down',
  subject: 'replicate',
  summary: 'The provider replicate circuit is open.',
  action: 'Check the waiting jobs.',
  severity: 'critical',
};

describe('alerts', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const report = (source: string, ...causes: AlertCause[]) =>
    app.calls.call(alertCalls.reportAlerts, { source, causes });
  const list = (isOpen?: boolean) => app.calls.call(alertCalls.listAlerts, { limit: 10, isOpen });
  const mails = async () =>
    (await app.mailsTo(firstAdmin.email.toLowerCase())).filter((kind) => kind === 'alert').length;

  it('an alert opens and is mailed once, closes with its cause, and a new occurrence opens another [G-03]', async () => {
    await report('generation', down);
    await report('generation', down);
    await report('generation', { ...down, summary: 'The provider replicate circuit is still open.' });
    const { items, open } = await list();
    expect(open).toBe(1);
    expect(items).toMatchObject([
      { ...down, summary: 'The provider replicate circuit is still open.', closedAt: null },
    ]);
    expect(await mails()).toBe(1);
    await report('generation');
    expect((await list(true)).items).toEqual([]);
    expect((await list(false)).items).toMatchObject([{ id: items[0]!.id, closedAt: expect.any(String) as string }]);
    await report('generation', down);
    expect((await list()).items.map(({ closedAt }) => closedAt === null)).toEqual([true, false]);
    expect(await mails()).toBe(2);
    await report('generation');
  });

  it('a report closes alerts of other sources only after their source timed out', async () => {
    await report('disk of a', { ...down, kind: 'disk_nearly_full', subject: 'a' });
    await report('disk of b');
    expect((await list(true)).items).toHaveLength(1);
    await app.rows(`UPDATE alert_sources SET reported_at = now() - interval '11 minutes' WHERE source = 'disk of a'`);
    await report('disk of b');
    expect((await list(true)).items).toEqual([]);
  });

  it('an alert mail says what to do', async () => {
    await report('billing', { ...down, kind: 'payment_mismatch', subject: 'pay_1' });
    const [{ id }] = (await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE kind = 'alert' AND sent_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    )) as [{ id: string }];
    const mail = await app.calls.call(authCalls.renderMail, { mailId: id });
    expect(mail).toMatchObject({ to: expect.any(String) as string, subject: `Luit alert: ${down.summary}` });
    expect(mail?.text).toContain(down.action);
    expect(mail?.text).toContain('/admin/alerts');
  });
});
