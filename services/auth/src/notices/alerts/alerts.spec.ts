import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const missing: AlertCause = {
  kind: 'model_route_missing',
  subject: 'replicate',
  summary: 'A route of the model is missing.',
  action: 'Check the routes.',
  severity: 'critical',
};
const down: AlertCause = { ...missing, kind: 'provider_down', summary: 'The circuit of replicate is open.' };

describe('alerts', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());
  afterEach(() => app.rows('DELETE FROM alerts'));

  const report = (source: string, ...causes: AlertCause[]) =>
    app.calls.call(alertCalls.reportAlerts, { source, causes });
  const list = (isOpen?: boolean) => app.calls.call(alertCalls.listAlerts, { limit: 10, isOpen });
  const mails = async () =>
    (await app.mailsTo(firstAdmin.email.toLowerCase())).filter((kind) => kind === 'alert').length;

  const textOfLastMail = async () => {
    const [{ id }] = (await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE kind = 'alert' AND sent_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    )) as [{ id: string }];
    return (await app.calls.call(authCalls.renderMail, { mailId: id }))?.text;
  };

  it('an alert opens and is mailed once, closes with its cause, and a new occurrence opens another [G-03]', async () => {
    const before = await mails();
    await report('generation', missing);
    await report('generation', missing);
    await report('generation', { ...missing, summary: 'A route of the model is still missing.' });
    const { items, open } = await list();
    expect(open).toBe(1);
    expect(items).toMatchObject([{ ...missing, summary: 'A route of the model is still missing.', closedAt: null }]);
    expect(await mails()).toBe(before + 1);
    await report('generation');
    expect((await list(true)).items).toEqual([]);
    const told = [firstAdmin.email.toLowerCase()];
    expect((await list(false)).items).toMatchObject([
      { id: items[0]!.id, told, closedAt: expect.any(String) as string },
    ]);
    expect(await mails()).toBe(before + 2);
    expect(await textOfLastMail()).toContain(`Told: ${told[0]}`);
    await report('generation', missing);
    expect((await list()).items.map(({ closedAt }) => closedAt === null)).toEqual([true, false]);
    expect(await mails()).toBe(before + 3);
  });

  describe('a missing service or worker pool', () => {
    const noWorker: AlertCause = { ...missing, kind: 'no_worker', subject: 'worker', summary: 'No worker responds.' };
    const waiting: AlertCause = { ...missing, kind: 'customers_waiting', subject: 'requests' };
    const openOf = async (kind: AlertCause['kind']) => (await list(true)).items.find((alert) => alert.kind === kind);

    it('its effects are listed under it and mail no one; it is over once they are', async () => {
      const before = await mails();
      const violated = (subject: string): AlertCause => ({ ...missing, kind: 'invariant_violated', subject });
      await report('pool', noWorker);
      await report('generation', waiting, violated('I6'), violated('I1'));
      const { items } = await list(true);
      const effects = items.filter(({ causeId, told }) => causeId === items.at(-1)?.id && told.length === 0);
      expect(items).toHaveLength(4);
      expect(effects.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
        'invariant_violated I6',
        'customers_waiting requests',
      ]);
      expect(await mails()).toBe(before + 2);
      await report('pool');
      expect(await mails()).toBe(before + 2);
      await report('generation', violated('I1'));
      expect(await mails()).toBe(before + 3);
      expect(await textOfLastMail()).toContain(`Belongs to it: ${waiting.summary}`);
      await report('generation');
      expect(await mails()).toBe(before + 4);
    });

    it('an effect that opened before it was noticed mails no one either, and one that outlasts it pages by itself', async () => {
      const before = await mails();
      await report('generation', waiting);
      await report('pool', noWorker);
      expect(await openOf('customers_waiting')).toMatchObject({ causeId: (await openOf('no_worker'))?.id });
      await report('pool');
      expect(await mails()).toBe(before + 1);
      expect(await openOf('customers_waiting')).toMatchObject({ told: [] });
      await app.rows(
        `UPDATE alerts SET page_due_at = page_due_at - interval '5 minutes' WHERE kind = 'customers_waiting'`,
      );
      await eventually(async () => expect(await mails()).toBe(before + 3));
      expect(await openOf('customers_waiting')).toMatchObject({
        causeId: null,
        told: [firstAdmin.email.toLowerCase()],
      });
    });

    it('services that stop together are one incident, and one that stays away pages a minute after the others are back', async () => {
      const before = await mails();
      const billing: AlertCause = { ...noWorker, kind: 'service_unavailable', subject: 'billing' };
      await report('pool', billing, noWorker);
      expect(await mails()).toBe(before + 1);
      expect(await textOfLastMail()).toContain(`Belongs to it: ${noWorker.summary}`);
      await report('pool', noWorker);
      expect(await mails()).toBe(before + 1);
      await app.rows(`UPDATE alerts SET page_due_at = page_due_at - interval '1 minute' WHERE kind = 'no_worker'`);
      await eventually(async () => expect(await mails()).toBe(before + 3));
      await report('pool');
      expect(await mails()).toBe(before + 4);
    });

    it('stays open when auth, which reports it, was down for a long time', async () => {
      // The watch of the running service reports the same source, and may close the alert in between.
      await eventually(async () => {
        await report('processes', noWorker);
        await app.rows(`UPDATE alert_sources SET reported_at = now() - interval '1 hour' WHERE source = 'processes'`);
        await report('generation');
        expect(await openOf('no_worker')).toMatchObject({ closedAt: null });
      });
      await report('processes');
    });

    it('a warning explains only unconfirmed submissions, and pages again when it becomes critical', async () => {
      const before = await mails();
      await report('pool', { ...noWorker, severity: 'warning', summary: '1 of 2 workers does not respond.' });
      await report('generation', waiting, { ...down, kind: 'submissions_unconfirmed' });
      expect(await openOf('customers_waiting')).toMatchObject({ causeId: null });
      expect(await openOf('submissions_unconfirmed')).toMatchObject({ causeId: expect.any(String) as string });
      expect(await mails()).toBe(before + 1);
      await report('pool', noWorker);
      expect(await openOf('customers_waiting')).toMatchObject({ causeId: expect.any(String) as string });
      expect(await mails()).toBe(before + 2);
      await report('generation');
      await report('pool');
      expect(await mails()).toBe(before + 3);
    });
  });

  it('an outage of all providers is one incident of two mails, and an unrelated problem is its own', async () => {
    const before = await mails();
    const fal = { ...down, subject: 'fal', summary: 'The circuit of fal is open.' };
    const unconfirmed = ['fal', 'ark'].map((subject) => ({
      ...down,
      kind: 'submissions_unconfirmed' as const,
      subject,
    }));
    await report('generation', down);
    await report('generation', down, fal, ...unconfirmed);
    const { items } = await list(true);
    const root = items.find(({ kind, subject }) => kind === 'provider_down' && subject === 'replicate');
    expect(items.map(({ kind, subject, causeId }) => [kind, subject, causeId === root?.id])).toEqual([
      ['submissions_unconfirmed', 'ark', false],
      ['submissions_unconfirmed', 'fal', true],
      ['provider_down', 'fal', true],
      ['provider_down', 'replicate', false],
    ]);
    expect(await mails()).toBe(before);
    await app.rows(`UPDATE alerts SET page_due_at = now() WHERE subject = 'replicate'`);
    await eventually(async () => expect(await mails()).toBe(before + 1));
    expect(await textOfLastMail()).toContain(`Belongs to it: ${fal.summary}`);
    await report('generation', fal);
    expect(await mails()).toBe(before + 1);
    await report('generation');
    expect(await mails()).toBe(before + 2);
  });

  it('the list counts the alerts of its filter, beside those that are open', async () => {
    const kinds = ['disk_nearly_full', 'provider_down', 'credits_owed'] as const;
    await report('counting', ...kinds.map((kind) => ({ ...missing, kind, subject: 'counted' })));
    await report('counting', { ...missing, kind: 'credits_owed', subject: 'counted' });
    const count = async (where: string) =>
      (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM alerts WHERE ${where}`))[0]?.count;
    const [open, closed, all] = [
      await count('closed_at IS NULL'),
      await count('closed_at IS NOT NULL'),
      await count('true'),
    ];
    expect(closed).toBeGreaterThanOrEqual(2);
    expect(await list(true)).toMatchObject({ open, total: open, isTotalCapped: false });
    expect(await list(false)).toMatchObject({ open, total: closed });
    expect(await list()).toMatchObject({ open, total: all });
  });

  it('the list names the services that have not reported for three minutes', async () => {
    const silent = async () => (await list()).silentSources;
    await app.rows(`DELETE FROM alert_sources`);
    expect(await silent()).toEqual([
      { source: 'billing', reportedAt: null },
      { source: 'generation', reportedAt: null },
    ]);
    for (const source of ['billing', 'generation']) await report(source);
    expect(await silent()).toEqual([]);
    await app.rows(`UPDATE alert_sources SET reported_at = now() - interval '4 minutes' WHERE source = 'billing'`);
    expect(await silent()).toEqual([{ source: 'billing', reportedAt: expect.any(String) as string }]);
    await report('billing');
  });

  it('a report closes alerts of other sources only after their source timed out', async () => {
    await report('disk of a', { ...missing, kind: 'disk_nearly_full', subject: 'a' });
    await report('disk of b');
    expect((await list(true)).items).toHaveLength(1);
    await app.rows(`UPDATE alert_sources SET reported_at = now() - interval '11 minutes' WHERE source = 'disk of a'`);
    await report('disk of b');
    expect((await list(true)).items).toEqual([]);
  });

  describe('marks of operators', () => {
    const flaky = { ...missing, subject: 'flaky' };
    const me = async () =>
      (await app.rows<{ id: string }>(`SELECT id FROM admins WHERE email = $1`, [firstAdmin.email.toLowerCase()]))[0]!
        .id;
    const openId = async () => (await list(true)).items.find(({ subject }) => subject === 'flaky')!.id;
    const audited = async (action: string) =>
      app.rows<{ details: Record<string, string> }>(`SELECT details FROM audit.entries WHERE action = $1 ORDER BY id`, [
        action,
      ]);

    it('an acknowledged alert stays listed with who, when and a note, and closes with its cause', async () => {
      await report('marks', flaky);
      const decision = { adminId: await me(), id: await openId() };
      await app.calls.call(alertCalls.acknowledgeAlert, { ...decision, note: 'I call the provider.' });
      expect((await list(true)).items.find(({ id }) => id === decision.id)).toMatchObject({
        closedAt: null,
        acknowledged: {
          by: firstAdmin.email.toLowerCase(),
          note: 'I call the provider.',
          at: expect.any(String) as string,
        },
      });
      expect((await audited('alert_acknowledged')).at(-1)?.details).toEqual({
        alert: flaky.summary,
        note: 'I call the provider.',
      });
      await report('marks');
      expect((await list(true)).items).toEqual([]);
      const again = app.calls.call(alertCalls.acknowledgeAlert, decision);
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
      await report('marks', flaky);
      expect((await list(true)).items[0]).toMatchObject({ acknowledged: null });
    });

    it('a muted alert does not page, also if it opens again, and pages when the mute ends', async () => {
      await report('marks', flaky);
      const before = await mails();
      const decision = { adminId: await me(), id: await openId() };
      const { alert } = await app.calls.call(alertCalls.muteAlert, {
        ...decision,
        minutes: 60,
        reason: 'Known outage',
      });
      expect(alert.muted).toMatchObject({ by: firstAdmin.email.toLowerCase(), reason: 'Known outage' });
      expect(await list(true)).toMatchObject({ open: 1, muted: 1 });
      await report('marks');
      await report('marks', flaky);
      expect(await list(true)).toMatchObject({ open: 1, muted: 1, items: [{ muted: { reason: 'Known outage' } }] });
      expect(await openId()).not.toBe(decision.id);
      expect(await mails()).toBe(before);
      expect((await audited('alert_muted')).at(-1)?.details).toEqual({
        alert: flaky.summary,
        reason: 'Known outage',
        minutes: '60',
      });
      await app.rows(
        `UPDATE alerts SET muted_until = now(), page_due_at = CASE WHEN page_due_at IS NOT NULL THEN now() END
          WHERE muted_until IS NOT NULL`,
      );
      await eventually(async () => expect(await mails()).toBe(before + 1));
      expect(await list(true)).toMatchObject({ open: 1, muted: 0, items: [{ muted: null }] });
    });

    it('ending a mute pages, and an alert whose cause ends is closed although it is muted', async () => {
      await report('marks', flaky);
      const before = await mails();
      const decision = { adminId: await me(), id: await openId() };
      await app.calls.call(alertCalls.muteAlert, { ...decision, minutes: 60, reason: 'Known outage' });
      for (let times = 1; times <= 2; times += 1) await app.calls.call(alertCalls.unmuteAlert, decision);
      expect(await audited('alert_unmuted')).toHaveLength(1);
      await eventually(async () => expect(await mails()).toBe(before + 1));
      await app.calls.call(alertCalls.muteAlert, { ...decision, minutes: 60, reason: 'Known outage' });
      await report('marks');
      expect(await list(true)).toMatchObject({ items: [], open: 0, muted: 0 });
    });

    it('a mute needs a reason and lasts five minutes to a week', async () => {
      await report('marks', flaky);
      const decision = { adminId: await me(), id: await openId() };
      for (const change of [{ minutes: 4 }, { minutes: 10_081 }, { reason: ' ' }]) {
        const mute = { ...decision, minutes: 60, reason: 'Known outage', ...change };
        await expect(app.calls.call(alertCalls.muteAlert, mute)).rejects.toMatchObject({ code: 'validation_failed' });
      }
    });
  });

  it('a mail that is not sent raises an alert until it is sent', async () => {
    const failing = async () => (await list(true)).items.filter(({ kind }) => kind === 'mails_failing');
    await app.rows(`UPDATE mails SET sent_at = now() WHERE sent_at IS NULL`);
    await app.rows(
      `INSERT INTO mails (kind, "to", created_at) VALUES ('guest_access', 'buyer@example.com', now() - interval '6 minutes')`,
    );
    await eventually(async () =>
      expect(await failing()).toMatchObject([
        { summary: 'Luit could not send 1 email, the oldest for 6 minutes (guest access).', severity: 'critical' },
      ]),
    );
    await app.rows(`UPDATE mails SET sent_at = now() WHERE sent_at IS NULL`);
    await eventually(async () => expect(await failing()).toEqual([]));
  });

  it('an alert mail says what to do', async () => {
    await report('billing', { ...missing, kind: 'payment_mismatch', subject: 'pay_1' });
    const [{ id }] = (await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE kind = 'alert' AND sent_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    )) as [{ id: string }];
    const mail = await app.calls.call(authCalls.renderMail, { mailId: id });
    expect(mail).toMatchObject({ to: expect.any(String) as string, subject: `Luit alert: ${missing.summary}` });
    expect(mail?.text).toContain(missing.action);
    expect(mail?.text).toContain('/admin/alerts');
  });
});
