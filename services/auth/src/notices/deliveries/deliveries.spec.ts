import { alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import { type DeliveryAttempt, deliveryJobs, type DeliveryKind } from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { DeliveriesService } from './deliveries.service';

const PAGE = 500;
const WAITING = `
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'luit_auth'`;

interface Case {
  kind: DeliveryKind;
  table: string;
  /** Columns of a delivery, and SQL of their values; the first one is the id of its target. */
  columns: string;
  values: string;
  /** SQL: the target `e` of a delivery `d`. */
  target: string;
  /** SQL: the last error of a target, as `error`; null if targets store nothing about attempts. */
  targetState: string | null;
  secondRetryMs: number;
  addTarget(): Promise<string>;
}

/** Calls within one tick of the event loop share a batch, so most tests use the service without the call transport. */
describe('deliveries', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
    const admin = new Client({ connectionString: app.database.adminUrl });
    await admin.connect();
    // On a busy machine the tests hold locks for longer than statements wait for them.
    await admin.query(
      `ALTER ROLE luit_auth IN DATABASE ${admin.escapeIdentifier(admin.database!)} SET lock_timeout = '15s'`,
    );
    await admin.end();
    await app.restart();
  });
  afterAll(() => app.close());
  afterEach(() => app.rows('DELETE FROM alert_destinations'));

  const webhook: Case = {
    ...{ kind: 'webhook', table: 'webhook_deliveries', secondRetryMs: 300_000, targetState: 'last_error AS error' },
    ...{ columns: 'endpoint_id, type, body', values: `$1, 'video.failed', '{}'` },
    target: 'webhook_endpoints e ON e.id = d.endpoint_id',
    addTarget: async () => {
      const { id: userId } = (await app.confirmed()).user;
      const wanted = { userId, url: 'https://example.com/hooks', events: ['video.failed' as const] };
      return (await app.calls.call(authCalls.createWebhookEndpoint, wanted)).endpoint.id;
    },
  };
  const alert: Case = {
    ...{ kind: 'alert', table: 'alert_deliveries', secondRetryMs: 10_000 },
    ...{ targetState: `CASE failures WHEN 3 THEN last_error END AS error` },
    ...{ columns: 'destination_id, message', values: `$1, '{}'` },
    target: 'alert_destinations e ON e.id = d.destination_id',
    addTarget: async () => {
      const [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
      const target = { kind: 'webhook', url: 'https://example.com/alerts', format: 'json' } as const;
      return (await app.calls.call(alertDestinationCalls.addAlertDestination, { adminId, target })).destination.id;
    },
  };
  const webPush: Case = {
    ...{ kind: 'web_push', table: 'web_push_messages', secondRetryMs: 10_000, targetState: null },
    ...{ columns: 'subscription_id, kind, subject', values: `$1, 'request_finished', uuidv7()` },
    target: 'web_push_subscriptions e ON e.id = d.subscription_id',
    addTarget: async () => {
      const { session_id: id } = await app.confirmed();
      await app.rows(
        `INSERT INTO web_push_subscriptions (id, session_id, endpoint, p256dh, auth) VALUES ($1, $1, $2, '', '')`,
        [id, id],
      );
      return id;
    },
  };

  const deliveries = () => app.resolve(DeliveriesService);
  const add = async ({ table, columns, values }: Case, targetId: string, count: number): Promise<string[]> => {
    const rows = await app.rows<{ id: string }>(
      `INSERT INTO ${table} (id, ${columns}) SELECT uuidv7(), ${values} FROM generate_series(1, $2) RETURNING id`,
      [targetId, count],
    );
    return rows.map(({ id }) => id);
  };
  const success = (kind: DeliveryKind, deliveryId: string): DeliveryAttempt => {
    return { kind, deliveryId, status: 200, durationMs: 12, error: null, response: '', retryAfterSeconds: null };
  };
  const record = (...batch: DeliveryAttempt[]) =>
    Promise.allSettled(batch.map((attempt) => deliveries().record(attempt)));
  const rowsOf = (table: string, ids: string[]) =>
    app.rows<{ attempts: number; isDelivered: boolean; isDue: boolean }>(
      `SELECT attempts, delivered_at IS NOT NULL AS "isDelivered", due_at IS NOT NULL AS "isDue"
         FROM ${table} WHERE id = ANY ($1) ORDER BY array_position($1, id)`,
      [ids],
    );
  const delivered = { attempts: 1, isDelivered: true, isDue: false };
  const retried = { attempts: 1, isDelivered: false, isDue: true };
  const untried = { ...retried, attempts: 0 };
  /** The number of statements with this id. */
  const statementsOf = async (id: string, work: Promise<unknown>): Promise<number> => {
    const query = jest.spyOn(app.resolve(DataSource), 'query');
    try {
      await work;
      return query.mock.calls.filter(([, values]) => JSON.stringify(values ?? []).includes(id)).length;
    } finally {
      query.mockRestore();
    }
  };
  /** Runs `work` while another transaction holds a lock. */
  const whileLocked = async (
    lock: string,
    values: unknown[],
    work: (other: Client) => Promise<void>,
  ): Promise<void> => {
    const other = new Client({ connectionString: app.database.adminUrl, options: '-c search_path=auth' });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(lock, values);
      await work(other);
    } finally {
      await other.end();
    }
  };
  const untilWaiting = (other: Client) =>
    eventually(async () => expect((await other.query(WAITING)).rowCount).toBeGreaterThan(0));

  describe.each([webhook, alert, webPush])('of kind $kind', (of) => {
    const { kind, table, target, targetState, addTarget, secondRetryMs } = of;
    const succeed = (deliveryId: string, changes: Partial<DeliveryAttempt> = {}) => {
      return { ...success(kind, deliveryId), ...changes };
    };
    const fail = (deliveryId: string, error = 'refused') => succeed(deliveryId, { status: null, error });
    let targetId: string;
    beforeEach(async () => {
      targetId = await addTarget();
    });

    it('a hundred concurrent attempts with the same outcome take one statement', async () => {
      const ids = await add(of, targetId, 100);
      expect(await statementsOf(ids[0]!, record(...ids.map((id) => fail(id))))).toBe(1);
      expect(await statementsOf(ids[0]!, record(...ids.map((id) => succeed(id))))).toBe(1);
      expect(await rowsOf(table, ids)).toEqual(ids.map(() => ({ ...delivered, attempts: 2 })));
    });

    it('an attempt that cannot be stored is refused alone, and one of an unknown delivery has no effect', async () => {
      const ids = (await add(of, targetId, 3)) as [string, string, string];
      const none = { value: { retryInMs: null } };
      const [first, broken, last] = [succeed(ids[0]), succeed(ids[1], { response: '\0' }), succeed(ids[2])];
      expect(await record(first, broken, last, succeed(uuidv7()))).toMatchObject([
        ...[none, { status: 'rejected' }, none, none],
      ]);
      expect(await rowsOf(table, ids)).toEqual([delivered, untried, delivered]);
      const retry = { value: { retryInMs: 5_000 } };
      expect(await record(fail(uuidv7()), fail(ids[1]))).toMatchObject([none, retry]);
    });

    it('attempts of several workers at one delivery count one after the other, and end with the first success', async () => {
      const [failing, succeeding] = (await add(of, targetId, 2)) as [string, string];
      const results = await record(fail(failing), fail(failing));
      expect(results).toMatchObject([{ value: { retryInMs: 5_000 } }, { value: { retryInMs: secondRetryMs } }]);
      await record(succeed(succeeding), succeed(succeeding));
      expect(await record(fail(succeeding))).toMatchObject([{ value: { retryInMs: null } }]);
      expect(await rowsOf(table, [failing, succeeding])).toEqual([{ ...retried, attempts: 2 }, delivered]);
    });

    it('a target that remembers failures remembers the last one of a batch', async () => {
      const ids = (await add(of, targetId, 3)) as [string, string, string];
      await record(fail(ids[0], 'first'), fail(ids[2], 'second'), fail(ids[1], 'last'));
      const found = await app.rows<{ error: string }>(
        `SELECT ${targetState ?? `'last' AS error`} FROM ${table} d JOIN ${target} WHERE d.id = $1`,
        [ids[0]],
      );
      expect(found).toEqual([{ error: 'last' }]);
    });

    it.each(targetState === null ? ['d'] : ['d', 'e'])(
      'an attempt whose row %s is locked is recorded later, and others do not wait for it',
      async (locks) => {
        const [locked] = (await add(of, await addTarget(), 1)) as [string];
        const free = (await add(of, targetId, 2)) as [string, string];
        const lock = `SELECT d.id FROM ${table} d JOIN ${target} WHERE d.id = $1 FOR UPDATE OF ${locks}`;
        let late: Promise<unknown> | undefined;
        await whileLocked(lock, [locked], async (other) => {
          late = deliveries().record(succeed(locked));
          await record(succeed(free[0]), fail(free[1]));
          expect(await rowsOf(table, [locked, ...free])).toEqual([untried, delivered, retried]);
          await untilWaiting(other);
        });
        await late;
        expect(await rowsOf(table, [locked])).toEqual([delivered]);
      },
    );

    it('a batch whose connection breaks has no effect, and takes effect once when it is repeated', async () => {
      const ids = await add(of, targetId, 3);
      const batch = ids.map((id) => succeed(id));
      await whileLocked(`LOCK TABLE ${table} IN SHARE MODE`, [], async (other) => {
        const sent = record(...batch);
        await untilWaiting(other);
        await other.query(`SELECT pg_terminate_backend(pid, 5000) FROM (${WAITING}) waiting`);
        expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      });
      expect(await rowsOf(table, ids)).toEqual(ids.map(() => untried));
      await record(...batch);
      await record(...batch);
      expect(await rowsOf(table, ids)).toEqual(ids.map(() => delivered));
      const rendered = await Promise.all(ids.map((deliveryId) => deliveries().render({ kind, deliveryId })));
      expect(rendered).toEqual([null, null, null]);
    });

    it('one whose job Redis has lost gets a new job after half a minute, even behind many that wait', async () => {
      const queues = app.resolve(Queues);
      const job = deliveryJobs[kind];
      const ids = await add(of, targetId, PAGE + 4);
      const [fresh, done, failed, ...due] = ids as [string, string, string, ...string[]];
      await record(succeed(done));
      await app.rows(`UPDATE ${table} SET due_at = NULL, failed_at = now() WHERE id = $1`, [failed]);
      await app.rows(`UPDATE ${table} SET due_at = now() - interval '31 seconds' WHERE id = ANY ($1)`, [due]);
      await Promise.all(due.slice(0, PAGE).map((id) => queues.addJob(job, id)));
      await deliveries().addLost();
      expect(await queues.absent(job.name, ids)).toEqual([fresh, done, failed]);
    });
  });

  it.each([
    [webhook, 'users u ON u.id = e.user_id', 'FOR UPDATE OF u', 'e.off_at IS NULL'],
    [webPush, 'sessions s ON s.id = e.session_id', 'FOR UPDATE OF e', 'true'],
  ])(
    'a target that is gone ends at the next attempt if a crash interrupted the first one',
    async (of, owner, lock, isOn) => {
      const [id] = (await add(of, await of.addTarget(), 1)) as [string];
      const gone = { ...success(of.kind, id), status: 410 };
      const target = `SELECT e.id FROM ${of.table} d JOIN ${of.target} JOIN ${owner} WHERE d.id = $1`;
      await whileLocked(`${target} ${lock}`, [id], async (other) => {
        const interrupted = record(gone);
        await untilWaiting(other);
        await other.query(`SELECT pg_terminate_backend(pid, 5000) FROM (${WAITING}) waiting`);
        expect(await interrupted).toMatchObject([{ status: 'rejected' }]);
      });
      expect(await rowsOf(of.table, [id])).toEqual([retried]);
      expect(await record(gone)).toMatchObject([{ value: { retryInMs: null } }]);
      expect(await app.rows(`${target} AND ${isOn}`, [id])).toEqual([]);
    },
  );

  it('a hundred concurrent webhooks take one statement to render', async () => {
    const ids = await add(webhook, await webhook.addTarget(), 100);
    const rendering = Promise.all(ids.map((deliveryId) => deliveries().render({ kind: 'webhook', deliveryId })));
    expect(await statementsOf(ids[0]!, rendering)).toBe(1);
    expect((await rendering).map((request) => request?.headers['webhook-id'])).toEqual(ids);
  });

  it('a webhook that cannot be signed is refused alone, and one that is not due is null', async () => {
    const [targetId, broken] = [await webhook.addTarget(), await webhook.addTarget()];
    await app.rows(`UPDATE webhook_endpoints SET secret = '\\x00' WHERE id = $1`, [broken]);
    const [good, done] = (await add(webhook, targetId, 2)) as [string, string];
    const [bad] = (await add(webhook, broken, 1)) as [string];
    await record(success('webhook', done));
    const rendered = await Promise.allSettled(
      [bad, good, done, uuidv7()].map((deliveryId) => deliveries().render({ kind: 'webhook', deliveryId })),
    );
    const none = { value: null };
    expect(rendered).toMatchObject([{ status: 'rejected' }, { value: { targetId } }, none, none]);
  });

  it('a service that stops records the attempts that wait for a batch', async () => {
    const [first, ...others] = (await add(webhook, await webhook.addTarget(), 21)) as [string];
    const send = (id: string) => app.calls.call(authCalls.recordDelivery, success('webhook', id));
    const answers: Promise<unknown>[] = [];
    let restarted: Promise<void> | undefined;
    await whileLocked('LOCK TABLE webhook_deliveries IN SHARE MODE', [], async (other) => {
      answers.push(send(first));
      await untilWaiting(other);
      answers.push(...others.map(send));
      // The service takes calls in their order, so it has those by now.
      await app.calls.call(authCalls.listWebhookEndpoints, { userId: uuidv7() });
      restarted = app.restart();
    });
    await restarted;
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ retryInMs: null })));
    expect(await rowsOf('webhook_deliveries', [first, ...others])).toEqual(answers.map(() => delivered));
  });
});
