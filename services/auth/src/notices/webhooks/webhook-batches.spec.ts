import { authCalls } from '@luit/contracts/auth/messages';
import type { WebhookAttempt } from '@luit/contracts/auth/webhooks';
import { eventually } from '@luit/platform/testing/eventually';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { WebhookAttemptsService } from './webhook-attempts.service';

const WAITING = `
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'luit_auth'`;

/** Calls of one tick share a batch, so most tests use the service without the call transport. */
describe('batches of webhook attempts', () => {
  let app: AuthTestApp;
  let userId: string;
  let endpointId: string;

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
  beforeEach(async () => {
    userId = (await app.confirmed()).user.id;
    endpointId = await addEndpoint();
  });

  const addEndpoint = async (): Promise<string> => {
    const wanted = { userId, url: 'https://example.com/hooks', events: ['video.failed' as const] };
    return (await app.calls.call(authCalls.createWebhookEndpoint, wanted)).endpoint.id;
  };
  const add = async (count: number, endpoint = endpointId): Promise<string[]> => {
    const rows = await app.rows<{ id: string }>(
      `INSERT INTO webhook_deliveries (id, endpoint_id, type, body)
       SELECT uuidv7(), $1, 'video.failed', '{}' FROM generate_series(1, $2) RETURNING id`,
      [endpoint, count],
    );
    return rows.map(({ id }) => id);
  };
  const attempts = () => app.resolve(WebhookAttemptsService);
  const success = (deliveryId: string, changes: Partial<WebhookAttempt> = {}): WebhookAttempt => {
    return { deliveryId, status: 200, durationMs: 12, error: null, response: '', ...changes };
  };
  const failure = (deliveryId: string, error = 'refused') => success(deliveryId, { status: null, error });
  const record = (...batch: WebhookAttempt[]) => Promise.allSettled(batch.map((attempt) => attempts().record(attempt)));
  const rowsOf = (ids: string[]) =>
    app.rows<{ attempts: number; isDelivered: boolean; isDue: boolean }>(
      `SELECT attempts, delivered_at IS NOT NULL AS "isDelivered", due_at IS NOT NULL AS "isDue"
         FROM webhook_deliveries WHERE id = ANY ($1) ORDER BY array_position($1, id)`,
      [ids],
    );
  const delivered = { attempts: 1, isDelivered: true, isDue: false };
  const retried = { attempts: 1, isDelivered: false, isDue: true };
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

  it('a hundred concurrent deliveries take one statement to render and one to record', async () => {
    const ids = await add(100);
    const query = jest.spyOn(app.resolve(DataSource), 'query');
    const statements = async (work: Promise<unknown>): Promise<number> => {
      await work;
      const count = query.mock.calls.filter(([, values]) => JSON.stringify(values ?? []).includes(ids[0]!)).length;
      query.mockClear();
      return count;
    };
    try {
      const rendering = Promise.all(ids.map((deliveryId) => attempts().render({ deliveryId })));
      expect(await statements(rendering)).toBe(1);
      expect((await rendering).map((webhook) => webhook?.headers['webhook-id'])).toEqual(ids);
      expect(await statements(record(...ids.map((id) => failure(id))))).toBe(1);
      expect(await statements(record(...ids.map((id) => success(id))))).toBe(1);
    } finally {
      query.mockRestore();
    }
    expect(await rowsOf(ids)).toEqual(ids.map(() => ({ ...delivered, attempts: 2 })));
  });

  it('a webhook that cannot be signed is refused alone, and one that is not due is null', async () => {
    const broken = await addEndpoint();
    await app.rows(`UPDATE webhook_endpoints SET secret = '\\x00' WHERE id = $1`, [broken]);
    const [good, done] = (await add(2)) as [string, string];
    const [bad] = (await add(1, broken)) as [string];
    await record(success(done));
    const rendered = await Promise.allSettled(
      [bad, good, done, uuidv7()].map((deliveryId) => attempts().render({ deliveryId })),
    );
    expect(rendered).toMatchObject([
      { status: 'rejected' },
      { value: { endpointId } },
      { value: null },
      { value: null },
    ]);
  });

  it('an attempt that cannot be stored is refused alone', async () => {
    const ids = (await add(3)) as [string, string, string];
    const results = await record(success(ids[0]), success(ids[1], { response: '\0' }), success(ids[2]));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await rowsOf(ids)).toEqual([delivered, { ...retried, attempts: 0 }, delivered]);
  });

  it('an attempt of an unknown delivery has no effect beside others', async () => {
    const [id] = (await add(1)) as [string];
    const none = { value: { retryInMs: null } };
    expect(await record(failure(uuidv7()), failure(id))).toMatchObject([none, { value: { retryInMs: 5_000 } }]);
    expect(await record(success(uuidv7()), success(id))).toMatchObject([none, none]);
  });

  it('attempts of one delivery in the same batch count as they do one after the other', async () => {
    const [failing, succeeding] = (await add(2)) as [string, string];
    const results = await record(failure(failing, 'first'), failure(failing, 'second'));
    expect(results).toMatchObject([{ value: { retryInMs: 5_000 } }, { value: { retryInMs: 300_000 } }]);
    await record(success(succeeding), success(succeeding));
    expect(await rowsOf([failing, succeeding])).toEqual([{ ...retried, attempts: 2 }, delivered]);
  });

  it('an endpoint remembers the last failure of a batch', async () => {
    const ids = (await add(3)) as [string, string, string];
    await record(failure(ids[0], 'first'), failure(ids[2], 'second'), failure(ids[1], 'last'));
    const [endpoint] = await app.rows<{ error: string }>(
      'SELECT last_error AS error FROM webhook_endpoints WHERE id = $1 AND failing_since IS NOT NULL',
      [endpointId],
    );
    expect(endpoint).toEqual({ error: 'last' });
  });

  it.each([
    ['delivery', 'SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE'],
    [
      'endpoint',
      'SELECT e.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id WHERE d.id = $1 FOR UPDATE OF e',
    ],
  ])('an attempt whose %s is locked is recorded later, and others do not wait for it', async (_, lock) => {
    const [locked] = (await add(1, await addEndpoint())) as [string];
    const free = (await add(2)) as [string, string];
    let late: Promise<unknown> | undefined;
    await whileLocked(lock, [locked], async (other) => {
      late = attempts().record(success(locked));
      await record(success(free[0]), failure(free[1]));
      expect(await rowsOf([locked, ...free])).toEqual([{ ...retried, attempts: 0 }, delivered, retried]);
      await untilWaiting(other);
    });
    await late;
    expect(await rowsOf([locked])).toEqual([delivered]);
  });

  it('a batch whose connection breaks has no effect, and takes effect once when it is repeated', async () => {
    const ids = await add(3);
    const batch = ids.map((id) => success(id));
    await whileLocked('LOCK TABLE webhook_deliveries IN SHARE MODE', [], async (other) => {
      const sent = record(...batch);
      await untilWaiting(other);
      await other.query(`SELECT pg_terminate_backend(pid, 5000) FROM (${WAITING}) waiting`);
      expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    });
    expect(await rowsOf(ids)).toEqual(ids.map(() => ({ ...retried, attempts: 0 })));
    await record(...batch);
    await record(...batch);
    expect(await rowsOf(ids)).toEqual(ids.map(() => delivered));
    expect(await Promise.all(ids.map((deliveryId) => attempts().render({ deliveryId })))).toEqual([null, null, null]);
  });

  it('a service that stops records the attempts that wait for a batch', async () => {
    const [first, ...others] = (await add(21)) as [string];
    const send = (deliveryId: string) => app.calls.call(authCalls.recordWebhook, success(deliveryId));
    const answers: Promise<unknown>[] = [];
    let restarted: Promise<void> | undefined;
    await whileLocked('LOCK TABLE webhook_deliveries IN SHARE MODE', [], async (other) => {
      answers.push(send(first));
      await untilWaiting(other);
      answers.push(...others.map(send));
      // The service takes calls in their order, so it has those by now.
      await app.calls.call(authCalls.listWebhookEndpoints, { userId });
      restarted = app.restart();
    });
    await restarted;
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ retryInMs: null })));
    expect(await rowsOf([first, ...others])).toEqual(answers.map(() => delivered));
  });
});
