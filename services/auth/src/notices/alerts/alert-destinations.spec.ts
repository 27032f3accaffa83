import { alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const down: AlertCause = {
  kind: 'model_route_missing',
  subject: 'replicate',
  summary: 'The circuit of <replicate> & others is open.',
  action: 'Check the waiting jobs.',
  severity: 'critical',
};
const URL = 'https://hooks.example.com/services/T0/B0/secret';

describe('alert destinations', () => {
  let app: AuthTestApp;
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    const [admin] = await app.rows<{ id: string }>(`SELECT id FROM admins WHERE email = $1`, [
      firstAdmin.email.toLowerCase(),
    ]);
    adminId = admin?.id ?? '';
  });
  afterAll(() => app.close());

  afterEach(async () => {
    await report();
    await app.rows(`DELETE FROM alert_destinations`);
  });

  const report = (...causes: AlertCause[]) =>
    app.calls.call(alertCalls.reportAlerts, { source: 'destinations', causes });
  const addWebhook = (format: 'json' | 'slack' = 'json', url = URL) =>
    app.calls.call(alertDestinationCalls.addAlertDestination, { adminId, target: { kind: 'webhook', url, format } });
  const addMail = (address: string) =>
    app.calls.call(alertDestinationCalls.addAlertDestination, { adminId, target: { kind: 'mail', address } });
  const list = async () => (await app.calls.call(alertDestinationCalls.listAlertDestinations, {})).destinations;
  const deliveries = () =>
    app.rows<{ id: string; what: string }>(`SELECT id, message ->> 'what' AS what FROM alert_deliveries ORDER BY id`);
  const render = (deliveryId: string) => app.calls.call(authCalls.renderDelivery, { kind: 'alert', deliveryId });
  const record = (deliveryId: string, status: number | null) =>
    app.calls.call(authCalls.recordDelivery, {
      ...{ kind: 'alert', deliveryId, status, error: status === null ? 'connect ECONNREFUSED' : null },
      ...{ response: '', durationMs: 1, retryAfterSeconds: null },
    });
  const openAlerts = async () => (await app.calls.call(alertCalls.listAlerts, { limit: 10, isOpen: true })).items;

  it('a webhook gets a signed message when an alert opens and when it is resolved, each with a stable id', async () => {
    const { destination, secret } = await addWebhook();
    expect(destination).toMatchObject({
      kind: 'webhook',
      format: 'json',
      target: 'https://hooks.example.com',
      failing: null,
    });
    await report(down);
    await report({ ...down, summary: 'It is still open.' });
    await report();
    const [opened, resolved, ...more] = await deliveries();
    expect([opened?.what, resolved?.what, more]).toEqual(['opened', 'resolved', []]);
    const request = await render(opened!.id);
    expect(request?.url).toBe(URL);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request!.headers;
    expect(id).toBe(opened!.id);
    expect((await render(opened!.id))?.headers['webhook-id']).toBe(id);
    const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${at}.${request!.body}`).digest('base64');
    expect(signature).toBe(`v1,${signed}`);
    expect(JSON.parse(request!.body)).toMatchObject({
      type: 'alert.opened',
      data: {
        kind: 'model_route_missing',
        summary: down.summary,
        action: down.action,
        openedAt: expect.any(String) as string,
        runbookUrl: expect.stringMatching(/\/admin\/runbooks\/model_route_missing$/) as string,
        screenUrl: expect.stringMatching(/\/admin\/alerts/) as string,
      },
    });
    expect(JSON.parse((await render(resolved!.id))!.body)).toMatchObject({
      type: 'alert.resolved',
      data: { closedAt: expect.any(String) as string },
    });
    await record(opened!.id, 200);
    expect(await render(opened!.id)).toBeNull();
    const jobs = await app.rows<{ id: string }>(
      `SELECT payload ->> 'id' AS id FROM outbox WHERE name = 'alert-delivery' AND payload ->> 'id' = ANY ($1)`,
      [[opened!.id, resolved!.id]],
    );
    expect(jobs.length).toBeLessThanOrEqual(2);
  });

  it('a message for Slack names the alert, its first action and both links, and cannot mention anyone', async () => {
    const { secret } = await addWebhook('slack');
    expect(secret).toBeNull();
    await report(down);
    const [opened] = await deliveries();
    const request = await render(opened!.id);
    expect(request?.headers['webhook-signature']).toBeUndefined();
    const { text, blocks } = JSON.parse(request!.body) as { text: string; blocks: { text: { text: string } }[] };
    expect(text).toBe('Alert (critical): The circuit of &lt;replicate&gt; &amp; others is open.');
    expect(blocks[0]?.text.text).toContain('*First action:* Check the waiting jobs.');
    expect(blocks[0]?.text.text).toContain('/admin/runbooks/model_route_missing|Runbook>');
    expect(blocks[0]?.text.text).toContain('/admin/alerts?state=open|Open alerts>');
  });

  it('an address gets a mail when an alert opens and when it is resolved, and shows the delivery', async () => {
    await addMail('pager@example.com');
    await report(down);
    await report();
    const mails = await app.rows<{ id: string; details: { what: string } }>(
      `SELECT id, details FROM mails WHERE "to" = 'pager@example.com' ORDER BY created_at, id`,
    );
    expect(mails.map(({ details }) => details.what)).toEqual(['opened', 'resolved']);
    expect((await list())[0]).toMatchObject({ waiting: 2, deliveredAt: null });
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mails[1]!.id });
    expect(rendered?.subject).toBe(`Luit alert resolved: ${down.summary}`);
    expect(rendered?.text).toContain('/admin/runbooks/model_route_missing');
    for (const { id } of mails) await app.calls.call(authCalls.markMailSent, { mailId: id });
    expect((await list())[0]).toMatchObject({ waiting: 0, deliveredAt: expect.any(String) as string, failing: null });
  });

  it('a muted alert sends nothing, neither when it opens again nor when it is resolved', async () => {
    await report(down);
    const alert = (await openAlerts()).find(({ kind }) => kind === down.kind);
    await app.calls.call(alertCalls.muteAlert, { adminId, id: alert!.id, minutes: 60, reason: 'Known outage' });
    await addWebhook();
    await report();
    await report(down);
    await report();
    expect(await deliveries()).toEqual([]);
    await app.rows(`UPDATE alerts SET muted_until = NULL, muted_by = NULL, mute_reason = NULL`);
  });

  it('a failing destination backs off, shows why, and raises an alert until a message arrives', async () => {
    const { destination } = await addWebhook();
    await report(down);
    const [{ id } = { id: '' }] = await deliveries();
    const retries: (number | null)[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) retries.push((await record(id, 500)).retryInMs);
    expect(retries).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1_000));
    expect((await list())[0]).toMatchObject({
      waiting: 1,
      failing: { attempts: 9, error: 'The server responded with status 500' },
    });
    await eventually(async () => {
      const failing = (await openAlerts()).filter(({ kind }) => kind === 'alert_deliveries_failing');
      expect(failing).toMatchObject([{ subject: destination.id }]);
    });
    // The news that a destination fails is not sent to itself.
    expect(await deliveries()).toHaveLength(1);
    await record(id, 204);
    await record(id, 204);
    expect((await list())[0]).toMatchObject({ waiting: 0, failing: null });
    await eventually(async () => {
      expect((await openAlerts()).filter(({ kind }) => kind === 'alert_deliveries_failing')).toEqual([]);
    });
  }, 120_000);

  it('a delivery is given up after a day', async () => {
    await addWebhook();
    await report(down);
    const [{ id } = { id: '' }] = await deliveries();
    await app.rows(`UPDATE alert_deliveries SET created_at = now() - interval '25 hours'`);
    expect(await record(id, null)).toEqual({ retryInMs: null });
    expect(await render(id)).toBeNull();
    expect((await list())[0]).toMatchObject({ waiting: 0, failing: { error: 'connect ECONNREFUSED' } });
  });

  it('a test sends one message, and changes are in the audit log without the path of the URL', async () => {
    const { destination } = await addWebhook();
    await app.calls.call(alertDestinationCalls.testAlertDestination, { adminId, id: destination.id });
    expect((await deliveries()).map(({ what }) => what)).toEqual(['test']);
    for (let times = 1; times <= 2; times += 1)
      await app.calls.call(alertDestinationCalls.removeAlertDestination, { adminId, id: destination.id });
    expect(await deliveries()).toEqual([]);
    const entries = await app.rows<{ action: string; details: object }>(
      `SELECT action, details FROM audit.entries WHERE subject = $1 ORDER BY id`,
      [destination.id],
    );
    expect(entries).toEqual(
      ['alert_destination_added', 'alert_destination_tested', 'alert_destination_removed'].map((action) => ({
        action,
        details: { target: 'https://hooks.example.com' },
      })),
    );
    const unknown = app.calls.call(alertDestinationCalls.testAlertDestination, { adminId, id: uuidv7() });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the URL is stored encrypted', async () => {
    await addWebhook();
    const [row] = await app.rows<{ text: string }>(`SELECT encode(url, 'escape') AS text FROM alert_destinations`);
    expect(row?.text).not.toContain('secret');
  });
});

describe('alert destinations outside local mode', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp({ isPrivateWebhookAllowed: false });
  });
  afterAll(() => app.close());

  it.each([
    'http://hooks.example.com/a',
    'https://127.0.0.1/a',
    'https://10.1.2.3/',
    'https://redis/',
    'https://[::1]/',
    'https://a:b@hooks.example.com/',
  ])('a webhook at %s is refused', async (url) => {
    const [admin] = await app.rows<{ id: string }>(`SELECT id FROM admins LIMIT 1`);
    const target = { kind: 'webhook', url, format: 'json' } as const;
    const add = app.calls.call(alertDestinationCalls.addAlertDestination, { adminId: admin?.id ?? '', target });
    await expect(add).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
