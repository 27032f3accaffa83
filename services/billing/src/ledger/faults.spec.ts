import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const HOUR_MS = 3_600_000;
/** All of jest's fakes but the clock's face stay off: nothing here waits on a fake timer. */
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

describe('the ledger, when something fails', () => {
  let bench: TestLedger;

  beforeAll(async () => {
    bench = await startTestLedger();
  });

  afterEach(() => expectInvariantsHold(bench.source));
  afterAll(() => bench.close());

  async function someone() {
    const [userId, heldId, holdId, key, orderId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    await bench.ledger.grant({ key: userId, userId, credits: 100, description: 'Gift', expiresAt: null });
    await bench.ledger.hold(heldId, userId, 18, 'A video');
    await bench.source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
       VALUES ($1::uuid, $2, 'open', 'starter', 'Starter Pack', 100, 9900, 'INR', replace($1::uuid::text, '-', ''), 'order_' || $1::uuid)`,
      [orderId, userId],
    );
    const { ledger, source } = bench;
    const operations = {
      grant: () => ledger.grant({ key, userId, credits: 5, description: 'Gift', expiresAt: null }),
      hold: () => ledger.hold(holdId, userId, 18, 'A video'),
      capture: () => ledger.capture(heldId, userId),
      release: () => ledger.release(heldId, userId, 'Refund'),
      deduct: () => ledger.deduct(key, userId, 5, 'video_generation'),
      payment: () =>
        source.query(
          `SELECT settle_payment($1::uuid, 'pay_' || $1::uuid, 'order_' || $1::uuid, 9900, 'INR', 'captured', 'poller', NULL) ->> 'outcome' AS done`,
          [orderId],
        ),
    };
    return { userId, operations };
  }

  /** Everything the ledger knows of a person, over a connection that nobody kills. */
  async function bookOf(userId: string): Promise<unknown> {
    return bench.admin.query(
      `SELECT (SELECT to_jsonb(a) FROM accounts a WHERE user_id = $1::uuid) AS account,
              (SELECT jsonb_agg(l ORDER BY l.id) FROM lots l WHERE user_id = $1::uuid) AS lots,
              (SELECT count(*) FROM transfers WHERE user_id = $1::uuid) AS transfers,
              (SELECT count(*) FROM transactions WHERE user_id = $1::uuid) AS transactions,
              (SELECT jsonb_agg(h ORDER BY h.id) FROM holds h WHERE user_id = $1::uuid) AS holds,
              (SELECT count(*) FROM outbox WHERE payload ->> 'userId' = $1::uuid::text) AS told`,
      [userId],
    );
  }

  it.each(['grant', 'hold', 'capture', 'release', 'deduct', 'payment'] as const)(
    'a %s whose server process is killed in the middle of it has done nothing, and is done when asked again',
    async (kind) => {
      const { userId, operations } = await someone();
      const before = await bookOf(userId);
      const guard = bench.admin.createQueryRunner();
      await guard.startTransaction();
      // The function stops half-way: its ledger rows are written, its outbox row waits.
      await guard.query(`LOCK TABLE billing.outbox IN SHARE MODE`);
      const cutOff = operations[kind]().then(
        () => 'answered',
        () => 'cut off',
      );
      await eventually(async () => {
        const rows = await bench.admin.query<unknown[]>(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'luit_billing'`,
        );
        expect(rows).toHaveLength(1);
      });
      expect(await cutOff).toBe('cut off');
      await guard.rollbackTransaction();
      await guard.release();
      expect(await bookOf(userId)).toEqual(before);
      await operations[kind]();
      const after = await bookOf(userId);
      expect(after).not.toEqual(before);
      await operations[kind]();
      expect(await bookOf(userId)).toEqual(after);
    },
  );

  describe.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('with the clock of this process an hour %s', (_name, shift) => {
    afterEach(() => jest.useRealTimers());

    it('a lot expires by the clock of Postgres', async () => {
      const userId = uuidv7();
      const inHalfAnHour = new Date(Date.now() + HOUR_MS / 2);
      const halfAnHourAgo = new Date(Date.now() - HOUR_MS / 2);
      const grant = { userId, description: 'Gift' };
      await bench.ledger.grant({ ...grant, key: uuidv7(), credits: 20, expiresAt: inHalfAnHour });
      await bench.ledger.grant({ ...grant, key: uuidv7(), credits: 7, expiresAt: halfAnHourAgo });
      jest.useFakeTimers({ now: Date.now() + shift, doNotFake: [...TIMERS] });
      const heldId = uuidv7();
      expect((await bench.ledger.hold(heldId, userId, 18, 'A video')).balance).toMatchObject({
        available: 2,
        held: 18,
      });
      await bench.ledger.release(heldId, userId, 'Refund');
      const lots = await bench.source.query<{ is_graced: boolean }[]>(
        `SELECT expires_at > now() + interval '1 hour' AS is_graced FROM lots WHERE user_id = $1 AND remaining > 0`,
        [userId],
      );
      expect(lots).toEqual([{ is_graced: false }]);
    });
  });

  it('refuses a receipt that Razorpay would refuse', async () => {
    const insert = bench.source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt)
       VALUES ($1, $1, 'creating', 'starter', 'Starter Pack', 100, 9900, 'INR', repeat('r', 41))`,
      [uuidv7()],
    );
    await expect(insert).rejects.toMatchObject({ driverError: { code: '23514' } });
  });
});
