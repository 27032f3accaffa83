import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const DAY_MS = 86_400_000;

describe('ledger', () => {
  let bench: TestLedger;

  beforeAll(async () => {
    bench = await startTestLedger();
  });

  afterEach(() => expectInvariantsHold(bench.source));
  afterAll(() => bench.close());

  async function someoneWith(...credits: number[]): Promise<string> {
    const userId = uuidv7();
    for (const amount of credits) await grant(userId, amount, null);
    return userId;
  }

  function grant(userId: string, credits: number, expiresAt: Date | null) {
    return bench.ledger.grant({ key: uuidv7(), userId, credits, description: 'A present', expiresAt });
  }

  function lotsOf(
    userId: string,
  ): Promise<{ credits: string; remaining: string; held: string; expires_at: Date | null }[]> {
    return bench.source.query(
      `SELECT credits::text, remaining::text, held::text, expires_at FROM lots WHERE user_id = $1 ORDER BY credits`,
      [userId],
    );
  }

  function outboxOf(userId: string): Promise<{ name: string; payload: unknown }[]> {
    return bench.source.query(`SELECT name, payload FROM outbox WHERE payload ->> 'userId' = $1 ORDER BY seq`, [
      userId,
    ]);
  }

  /** As if its day had come. */
  function expireNow(userId: string): Promise<unknown> {
    return bench.source.query(
      `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND expires_at IS NOT NULL`,
      [userId],
    );
  }

  it('SRV-05: of 100 parallel holds with credit for 7, exactly 7 are placed', async () => {
    const userId = await someoneWith(7 * 18 + 17);
    const holds = await Promise.allSettled(
      Array.from({ length: 100 }, () => bench.ledger.hold(uuidv7(), userId, 18, 'A video')),
    );
    expect(holds.filter((hold) => hold.status === 'fulfilled')).toHaveLength(7);
    for (const hold of holds) {
      if (hold.status === 'rejected') {
        expect(hold.reason).toMatchObject({
          code: 'insufficient_credits',
          details: { required: 18, available: 17, shortfall: 1 },
        });
      }
    }
  });

  it('places a hold once when it is asked for 50 times in parallel, and answers each the same', async () => {
    const userId = await someoneWith(100);
    const holdId = uuidv7();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bench.ledger.hold(holdId, userId, 18, 'A video')),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ balance: { credits: 82, available: 82, held: 18 } });
  });

  it('refuses the same hold with another price, and the same hold of another person', async () => {
    const [userId, otherId] = [await someoneWith(100), await someoneWith(100)];
    const holdId = uuidv7();
    await bench.ledger.hold(holdId, userId, 18, 'A video');
    await expect(bench.ledger.hold(holdId, userId, 36, 'A video')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    await expect(bench.ledger.hold(holdId, otherId, 18, 'A video')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('a release before its hold leaves a tombstone that refuses the hold', async () => {
    const userId = await someoneWith(100);
    const holdId = uuidv7();
    expect(await bench.ledger.release(holdId, userId, 'Refund')).toBe('tombstone');
    expect(await bench.ledger.release(holdId, userId, 'Refund')).toBe('tombstone');
    await expect(bench.ledger.hold(holdId, userId, 18, 'A video')).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.ledger.capture(holdId, userId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a hold and its release in parallel end with nothing held, whichever comes first', async () => {
    for (let i = 0; i < 10; i++) {
      const userId = i % 2 ? uuidv7() : await someoneWith(100);
      const holdId = uuidv7();
      await Promise.allSettled([
        bench.ledger.hold(holdId, userId, 18, 'A video'),
        bench.ledger.release(holdId, userId, 'Refund'),
        grant(userId, 18, null),
      ]);
      await bench.ledger.release(holdId, userId, 'Refund');
      const [account] = await bench.source.query<{ held: string }[]>(`SELECT held FROM accounts WHERE user_id = $1`, [
        userId,
      ]);
      expect(account?.held).toBe('0');
    }
  });

  it('SRV-07, CR-26: 20 parallel releases return the credits once', async () => {
    const userId = await someoneWith(20);
    const holdId = uuidv7();
    await bench.ledger.hold(holdId, userId, 18, 'A video');
    await Promise.all(Array.from({ length: 20 }, () => bench.ledger.release(holdId, userId, 'Refund')));
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '20', held: '0' }]);
    expect((await outboxOf(userId)).filter((row) => row.name === 'billing.holdSettled')).toMatchObject([
      { payload: { holdId, userId, state: 'returned', credits: 18 } },
    ]);
  });

  /** Runs the same operation twice, both begun while somebody else has the account's lock. */
  async function bothAfterTheLock(userId: string, operation: () => Promise<unknown>): Promise<unknown[]> {
    const other = bench.source.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT lock_account($1)`, [userId]);
    const both = [operation(), operation()];
    await eventually(async () => {
      const [row] = await bench.admin.query<{ waiting: number }[]>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT %'`,
      );
      expect(row?.waiting).toBe(2);
    });
    await other.commitTransaction();
    await other.release();
    return Promise.all(both);
  }

  it.each(['grant', 'hold', 'capture', 'release', 'deduct'] as const)(
    'SRV-05: two of one %s do their work one after the other, under the account’s lock',
    async (kind) => {
      const userId = await someoneWith(100);
      const [holdId, heldId, key] = [uuidv7(), uuidv7(), uuidv7()];
      await bench.ledger.hold(heldId, userId, 18, 'A video');
      const operations = {
        grant: () => bench.ledger.grant({ key, userId, credits: 5, description: 'Gift', expiresAt: null }),
        hold: () => bench.ledger.hold(holdId, userId, 18, 'A video'),
        capture: () => bench.ledger.capture(heldId, userId),
        release: () => bench.ledger.release(heldId, userId, 'Refund'),
        deduct: () => bench.ledger.deduct(key, userId, 5, 'video_generation'),
      };
      const [first, second] = await bothAfterTheLock(userId, operations[kind]);
      expect(second).toEqual(first);
    },
  );

  it('captures once, and refuses to return what was captured', async () => {
    const userId = await someoneWith(20);
    const holdId = uuidv7();
    await bench.ledger.hold(holdId, userId, 18, 'A video');
    await Promise.all(Array.from({ length: 10 }, () => bench.ledger.capture(holdId, userId)));
    await expect(bench.ledger.release(holdId, userId, 'Refund')).rejects.toMatchObject({ code: 'conflict' });
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '2', held: '0' }]);
    expect((await outboxOf(userId)).map((row) => row.name)).toEqual([
      'billing.balanceChanged',
      'billing.balanceChanged',
      'billing.balanceChanged',
      'billing.holdSettled',
    ]);
  });

  it('G-17: spends what expires soonest, then what was given, then what was bought', async () => {
    const userId = uuidv7();
    await bench.source.query(
      `SELECT grant_credits('p', $1, 'purchase', 10, 'Pack', NULL, 'pay_order', 9900, NULL, NULL)`,
      [userId],
    );
    await grant(userId, 20, null);
    await grant(userId, 40, new Date(Date.now() + 2 * DAY_MS));
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    await bench.ledger.deduct('a', userId, 75, 'video_generation');
    expect((await lotsOf(userId)).map((lot) => lot.remaining)).toEqual(['10', '15', '0', '0']);
    await bench.ledger.hold(uuidv7(), userId, 20, 'A video');
    expect((await lotsOf(userId)).map((lot) => [lot.remaining, lot.held])).toEqual([
      ['5', '5'],
      ['0', '15'],
      ['0', '0'],
      ['0', '0'],
    ]);
    await soundPayment(userId);
  });

  /** The lot above has a payment of its own, as every purchased one has. */
  async function soundPayment(userId: string): Promise<void> {
    await bench.source.query(
      `WITH sold AS (
         INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
         VALUES (uuidv7(), $1, 'paid', 'p', 'P', 10, 9900, 'INR', 'r', 'order_order') RETURNING id
       ) INSERT INTO payments (id, order_id, amount_paise, currency, state, source, transaction_id)
         SELECT 'pay_order', sold.id, 9900, 'INR', 'granted', 'verify', l.transfer_id
           FROM sold, lots l WHERE l.payment_id = 'pay_order'`,
      [userId],
    );
  }

  it('does not spend what has expired, and books it out', async () => {
    const userId = await someoneWith(10);
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    await expireNow(userId);
    await expect(bench.ledger.hold(uuidv7(), userId, 18, 'A video')).rejects.toMatchObject({
      details: { available: 10, shortfall: 8 },
    });
    expect(await bench.ledger.deduct('x', userId, 10, 'video_generation')).toMatchObject({
      balance: { available: 0, held: 0 },
    });
  });

  it('books out the expired credits of people who do nothing', async () => {
    const people = [uuidv7(), uuidv7(), uuidv7()];
    for (const userId of people) {
      await grant(userId, 30, new Date(Date.now() + DAY_MS));
      await expireNow(userId);
    }
    expect(await bench.ledger.sweepExpired(2)).toBe(2);
    expect(await bench.ledger.sweepExpired(2)).toBe(1);
    expect(await bench.ledger.sweepExpired(2)).toBe(0);
  });

  it('G-17: a lot that expired while it was held gets 7 days more on release', async () => {
    const userId = uuidv7();
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    const holdId = uuidv7();
    await bench.ledger.hold(holdId, userId, 18, 'A video');
    await expireNow(userId);
    await bench.ledger.release(holdId, userId, 'Refund');
    const [lot] = await lotsOf(userId);
    expect(lot).toMatchObject({ remaining: '18', held: '0' });
    const days = ((lot?.expires_at?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeCloseTo(7, 2);
    expect((await bench.ledger.hold(uuidv7(), userId, 18, 'A video')).balance).toMatchObject({
      available: 0,
      held: 18,
    });
  });

  it('G-17: a lot can expire twice at one moment, when credits came back to it meanwhile', async () => {
    const userId = uuidv7();
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    const holdId = uuidv7();
    await bench.ledger.hold(holdId, userId, 18, 'A video');
    const day = `UPDATE lots SET expires_at = '2026-01-31T00:00:00Z' WHERE user_id = $1`;
    await bench.source.query(day, [userId]);
    await bench.source.query(`SELECT expire_lots($1, NULL)`, [userId]);
    await bench.ledger.release(holdId, userId, 'Refund');
    await bench.source.query(day, [userId]);
    await bench.source.query(`SELECT expire_lots($1, NULL)`, [userId]);
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '0', held: '0' }]);
  });

  it('grants once for a key, and refuses the key for another sum', async () => {
    const userId = uuidv7();
    const same = { key: uuidv7(), userId, credits: 5, description: 'Welcome', expiresAt: null };
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.ledger.grant(same)));
    expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1);
    await expect(bench.ledger.grant({ ...same, credits: 6 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});
