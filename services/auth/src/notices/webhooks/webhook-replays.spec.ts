import { authCalls } from '@luit/contracts/auth/messages';
import { MAX_REPLAYED_WEBHOOKS } from '@luit/contracts/auth/webhook-limits';
import { deliveryJobs } from '@luit/contracts/auth/deliveries';
import { eventually } from '@luit/platform/testing/eventually';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const FROM = '2026-11-20T10:00:00.000Z';
const TO = '2026-11-20T11:00:00.000Z';
const INSIDE = '2026-11-20T10:30:00.000Z';

interface States {
  waiting: number;
  delivered: number;
  failed: number;
}

describe('replays of a time', () => {
  let app: AuthTestApp;
  let userId: string;
  let endpointId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = (await app.confirmed()).user.id;
    const url = 'https://example.com/hooks';
    const { endpoint } = await app.calls.call(authCalls.createWebhookEndpoint, {
      userId,
      url,
      events: ['video.failed'],
    });
    endpointId = endpoint.id;
  });

  /** Adds deliveries that have ended, or wait. Their ids contain the time at which they were queued. */
  const add = async (count: number, state: keyof States, at = INSIDE): Promise<void> => {
    const ended = { waiting: 'NULL', delivered: 'delivered_at', failed: 'failed_at' }[state];
    const columns = state === 'waiting' ? 'due_at' : `due_at, ${ended}`;
    const values = state === 'waiting' ? `now() + interval '1 day'` : 'NULL, created_at';
    await app.rows(
      `INSERT INTO webhook_deliveries (id, endpoint_id, type, body, attempts, created_at, ${columns})
       SELECT id, $1, 'video.failed', '{}', 8, created_at, ${values}
         FROM (SELECT uuidv7($3::timestamptz - now()) AS id, $3::timestamptz AS created_at FROM generate_series(1, $2)) AS added`,
      [endpointId, count, at],
    );
  };
  const replay = (changes: object = {}) =>
    app.calls.call(authCalls.replayWebhookDeliveries, {
      ...{ userId, endpointId, from: FROM, to: TO, onlyFailed: true, dryRun: false },
      ...changes,
    });
  const states = async (): Promise<States> => {
    const [row] = await app.rows<States>(
      `SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::int AS waiting, count(delivered_at)::int AS delivered,
              count(failed_at)::int AS failed FROM webhook_deliveries WHERE endpoint_id = $1`,
      [endpointId],
    );
    return row!;
  };
  /** How often each delivery of the endpoint was enqueued. */
  const jobs = () =>
    app.rows<{ count: number }>(
      `SELECT count(*)::int FROM outbox JOIN webhook_deliveries d ON d.id::text = payload ->> 'id'
        WHERE name = '${deliveryJobs.webhook.name}' AND endpoint_id = $1 GROUP BY d.id`,
      [endpointId],
    );
  const hasEnded = async () => {
    const rows = await app.rows('SELECT FROM webhook_replays WHERE endpoint_id = $1 AND next_batch_at IS NULL', [
      endpointId,
    ]);
    return rows.length === 1;
  };
  /** Records a success of all that wait for their first attempt. */
  const deliver = () =>
    app.rows(
      `UPDATE webhook_deliveries SET attempts = 1, due_at = NULL, delivered_at = now()
        WHERE endpoint_id = $1 AND due_at <= now() AND attempts = 0`,
      [endpointId],
    );

  it('a dry run counts what a replay sends again: those that ended in that time, all or the failed ones', async () => {
    await add(3, 'failed');
    await add(1, 'failed', FROM);
    await add(2, 'delivered');
    await add(1, 'waiting');
    for (const outside of ['2026-11-20T09:59:59.999Z', TO]) await add(5, 'failed', outside);
    expect(await replay({ dryRun: true })).toEqual({ total: 4, isTotalCapped: false });
    expect(await replay({ dryRun: true, onlyFailed: false })).toEqual({ total: 6, isTotalCapped: false });
    expect(await states()).toEqual({ waiting: 1, delivered: 2, failed: 14 });
    expect(await replay()).toEqual({ total: 4, isTotalCapped: false });
    await eventually(async () => expect(await states()).toEqual({ waiting: 5, delivered: 2, failed: 10 }));
    expect(await jobs()).toEqual(Array.from({ length: 4 }, () => ({ count: 1 })));
  });

  it('concurrent and repeated requests send each delivery again once, also after they have been delivered', async () => {
    await add(20, 'delivered');
    const all = { onlyFailed: false };
    const totals = await Promise.all(Array.from({ length: 5 }, () => replay(all)));
    expect(totals).toEqual(totals.map(() => ({ total: 20, isTotalCapped: false })));
    await eventually(async () => expect(await hasEnded()).toBe(true));
    await deliver();
    expect(await replay(all)).toEqual({ total: 20, isTotalCapped: false });
    expect(await jobs()).toEqual(Array.from({ length: 20 }, () => ({ count: 1 })));
    expect(await states()).toEqual({ waiting: 0, delivered: 20, failed: 0 });
    await app.rows(`UPDATE webhook_replays SET created_at = now() - interval '61 seconds' WHERE endpoint_id = $1`, [
      endpointId,
    ]);
    await replay(all);
    await eventually(async () => expect(await jobs()).toEqual(Array.from({ length: 20 }, () => ({ count: 2 }))));
  });

  it('batches wait until the endpoint has taken the one before, and go on after a restart, each delivery once', async () => {
    await add(250, 'failed');
    await replay();
    await eventually(async () => expect((await states()).waiting).toBe(100));
    await expect(replay({ onlyFailed: false })).rejects.toMatchObject({ code: 'conflict' });
    await app.restart();
    await app.rows(`UPDATE webhook_replays SET next_batch_at = now() WHERE endpoint_id = $1`, [endpointId]);
    await eventually(async () => {
      const [row] = await app.rows<{ isPutOff: boolean }>(
        `SELECT next_batch_at > now() AS "isPutOff" FROM webhook_replays WHERE endpoint_id = $1`,
        [endpointId],
      );
      expect(row?.isPutOff).toBe(true);
    });
    expect(await states()).toEqual({ waiting: 100, delivered: 0, failed: 150 });
    await eventually(async () => {
      await deliver();
      expect(await hasEnded()).toBe(true);
    });
    expect(await states()).toEqual({ waiting: 0, delivered: 250, failed: 0 });
    expect(await jobs()).toEqual(Array.from({ length: 250 }, () => ({ count: 1 })));
  });

  it('a replay ends when its endpoint is switched off, and none begins then', async () => {
    await add(150, 'failed');
    await replay();
    await eventually(async () => expect((await states()).waiting).toBe(100));
    await app.calls.call(authCalls.updateWebhookEndpoint, { userId, endpointId, isOn: false });
    await eventually(async () => expect(await hasEnded()).toBe(true));
    expect(await states()).toEqual({ waiting: 0, delivered: 0, failed: 150 });
    expect(await jobs()).toHaveLength(100);
    await expect(replay({ onlyFailed: false })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('too many deliveries are refused, and a dry run says that there are more', async () => {
    await add(MAX_REPLAYED_WEBHOOKS + 1, 'failed');
    expect(await replay({ dryRun: true })).toEqual({ total: MAX_REPLAYED_WEBHOOKS, isTotalCapped: true });
    await expect(replay()).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await jobs()).toEqual([]);
  });

  it('the endpoint of another account does not exist', async () => {
    const stranger = (await app.confirmed()).user.id;
    await expect(replay({ userId: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await app.calls.call(authCalls.deleteWebhookEndpoint, { userId, endpointId });
    await expect(replay()).rejects.toMatchObject({ code: 'not_found' });
  });
});
