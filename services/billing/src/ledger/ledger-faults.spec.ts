import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const HOUR_MS = 3_600_000;
/** Fake only the current time: timers must keep running. */
const TIMERS = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'hrtime',
  'performance',
] as const;

describe('ledger under faults', () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });

  afterEach(() => expectInvariantsHold(fixture.source));
  afterAll(() => fixture.close());

  async function prepare() {
    const [userId, heldId, holdId, key, orderId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    await fixture.ledger.grant({ key: userId, userId, credits: 100, description: 'Gift', expiresAt: null });
    await fixture.ledger.hold(heldId, userId, 18, 'A video');
    await fixture.source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
       VALUES ($1::uuid, $2, 'open', 'starter', 'Starter Pack', 100, 9900, 'INR', replace($1::uuid::text, '-', ''), 'order_' || $1::uuid)`,
      [orderId, userId],
    );
    const { ledger, source } = fixture;
    const end = { eventId: key, holdId: heldId, userId, returnedAs: null, correlation: null };
    const operations = {
      grant: () => ledger.grant({ key, userId, credits: 5, description: 'Gift', expiresAt: null }),
      hold: () => ledger.hold(holdId, userId, 18, 'A video'),
      capture: () => ledger.settleHolds([end], true),
      release: () => ledger.settleHolds([{ ...end, returnedAs: 'Refund' }], true),
      deduct: () => ledger.deduct(key, userId, 5, 'video_generation'),
      payment: () =>
        source.query(
          `SELECT settle_payment($1::uuid, 'pay_' || $1::uuid, 'order_' || $1::uuid, 9900, 'INR', 'captured', 'poller', NULL) ->> 'outcome' AS done`,
          [orderId],
        ),
    };
    return { userId, operations };
  }

  /** All ledger rows of a user, read over a connection that is not killed. */
  async function snapshot(userId: string): Promise<unknown> {
    return fixture.admin.query(
      `SELECT (SELECT to_jsonb(a) FROM accounts a WHERE user_id = $1::uuid) AS account,
              (SELECT jsonb_agg(l ORDER BY l.id) FROM lots l WHERE user_id = $1::uuid) AS lots,
              (SELECT count(*) FROM transfers WHERE user_id = $1::uuid) AS transfers,
              (SELECT count(*) FROM transactions WHERE user_id = $1::uuid) AS transactions,
              (SELECT jsonb_agg(h ORDER BY h.id) FROM holds h WHERE user_id = $1::uuid) AS holds,
              (SELECT count(*) FROM outbox WHERE payload ->> 'userId' = $1::uuid::text) AS events,
              (SELECT count(*) FROM inbox) AS handled`,
      [userId],
    );
  }

  it.each([
    ['grant', 'outbox'],
    ['hold', 'transactions'],
    ['capture', 'transfers'],
    ['capture', 'inbox'],
    ['release', 'outbox'],
    ['deduct', 'outbox'],
    ['payment', 'outbox'],
  ] as const)(
    '%s: killing the Postgres backend before it writes %s has no effect, and a retry succeeds',
    async (kind, table) => {
      const { userId, operations } = await prepare();
      const before = await snapshot(userId);
      const blocker = fixture.admin.createQueryRunner();
      await blocker.startTransaction();
      // The function blocks halfway: it has written ledger rows, and waits to write this table.
      await blocker.query(`LOCK TABLE billing.${table} IN SHARE MODE`);
      const interrupted = operations[kind]().then(
        () => 'completed',
        () => 'killed',
      );
      await eventually(async () => {
        const rows = await fixture.admin.query<unknown[]>(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'luit_billing'`,
        );
        expect(rows).toHaveLength(1);
      });
      expect(await interrupted).toBe('killed');
      await blocker.rollbackTransaction();
      await blocker.release();
      expect(await snapshot(userId)).toEqual(before);
      await operations[kind]();
      const after = await snapshot(userId);
      expect(after).not.toEqual(before);
      await operations[kind]();
      expect(await snapshot(userId)).toEqual(after);
    },
  );

  describe.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('with the process clock an hour %s', (_name, shift) => {
    afterEach(() => jest.useRealTimers());

    it('lots expire by the Postgres clock', async () => {
      const userId = uuidv7();
      const inHalfAnHour = new Date(Date.now() + HOUR_MS / 2);
      const halfAnHourAgo = new Date(Date.now() - HOUR_MS / 2);
      const grant = { userId, description: 'Gift' };
      await fixture.ledger.grant({ ...grant, key: uuidv7(), credits: 20, expiresAt: inHalfAnHour });
      await fixture.ledger.grant({ ...grant, key: uuidv7(), credits: 7, expiresAt: halfAnHourAgo });
      jest.useFakeTimers({ now: Date.now() + shift, doNotFake: [...TIMERS] });
      const heldId = uuidv7();
      expect((await fixture.ledger.hold(heldId, userId, 18, 'A video')).balance).toMatchObject({
        available: 2,
        held: 18,
      });
      await fixture.ledger.release(heldId, userId, 'Refund');
      const lots = await fixture.source.query<{ is_extended: boolean }[]>(
        `SELECT expires_at > now() + interval '1 hour' AS is_extended FROM lots WHERE user_id = $1 AND remaining > 0`,
        [userId],
      );
      expect(lots).toEqual([{ is_extended: false }]);
    });
  });

  it('rejects a receipt that is too long for Razorpay', async () => {
    const insert = fixture.source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt)
       VALUES ($1, $1, 'creating', 'starter', 'Starter Pack', 100, 9900, 'INR', repeat('r', 41))`,
      [uuidv7()],
    );
    await expect(insert).rejects.toMatchObject({ driverError: { code: '23514' } });
  });
});
