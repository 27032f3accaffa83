import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const DAY_MS = 86_400_000;

describe('ledger', () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });

  afterEach(() => expectInvariantsHold(fixture.source));
  afterAll(() => fixture.close());

  async function createUserWith(...credits: number[]): Promise<string> {
    const userId = uuidv7();
    for (const amount of credits) await grant(userId, amount, null);
    return userId;
  }

  function grant(userId: string, credits: number, expiresAt: Date | null) {
    return fixture.ledger.grant({ key: uuidv7(), userId, credits, description: 'A present', expiresAt });
  }

  function lotsOf(
    userId: string,
  ): Promise<{ credits: string; remaining: string; held: string; expires_at: Date | null }[]> {
    return fixture.source.query(
      `SELECT credits::text, remaining::text, held::text, expires_at FROM lots WHERE user_id = $1 ORDER BY credits`,
      [userId],
    );
  }

  function outboxOf(userId: string): Promise<{ name: string; payload: unknown }[]> {
    return fixture.source.query(`SELECT name, payload FROM outbox WHERE payload ->> 'userId' = $1 ORDER BY seq`, [
      userId,
    ]);
  }

  function expireLots(userId: string): Promise<unknown> {
    return fixture.source.query(
      `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND expires_at IS NOT NULL`,
      [userId],
    );
  }

  it('with credits for 7 of 100 concurrent holds, exactly 7 are placed [SRV-05]', async () => {
    const userId = await createUserWith(7 * 18 + 17);
    const holds = await Promise.allSettled(
      Array.from({ length: 100 }, () => fixture.ledger.hold(uuidv7(), userId, 18, 'A video')),
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

  it('50 concurrent requests for one hold place it once and return the same result', async () => {
    const userId = await createUserWith(100);
    const holdId = uuidv7();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => fixture.ledger.hold(holdId, userId, 18, 'A video')),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]).toMatchObject({ balance: { credits: 82, available: 82, held: 18 } });
  });

  it('rejects the same hold id with another price or another user', async () => {
    const [userId, otherId] = [await createUserWith(100), await createUserWith(100)];
    const holdId = uuidv7();
    await fixture.ledger.hold(holdId, userId, 18, 'A video');
    await expect(fixture.ledger.hold(holdId, userId, 36, 'A video')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    await expect(fixture.ledger.hold(holdId, otherId, 18, 'A video')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('a release before its hold leaves a tombstone that rejects the hold', async () => {
    const userId = await createUserWith(100);
    const holdId = uuidv7();
    expect(await fixture.ledger.release(holdId, userId, 'Refund')).toBe('tombstone');
    expect(await fixture.ledger.release(holdId, userId, 'Refund')).toBe('tombstone');
    await expect(fixture.ledger.hold(holdId, userId, 18, 'A video')).rejects.toMatchObject({ code: 'conflict' });
    await expect(fixture.ledger.capture(holdId, userId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a hold and its concurrent release leave nothing held, whichever comes first', async () => {
    for (let i = 0; i < 10; i++) {
      const userId = i % 2 ? uuidv7() : await createUserWith(100);
      const holdId = uuidv7();
      await Promise.allSettled([
        fixture.ledger.hold(holdId, userId, 18, 'A video'),
        fixture.ledger.release(holdId, userId, 'Refund'),
        grant(userId, 18, null),
      ]);
      await fixture.ledger.release(holdId, userId, 'Refund');
      const [account] = await fixture.source.query<{ held: string }[]>(`SELECT held FROM accounts WHERE user_id = $1`, [
        userId,
      ]);
      expect(account?.held).toBe('0');
    }
  });

  it('20 concurrent releases return the credits once [SRV-07, CR-26]', async () => {
    const userId = await createUserWith(20);
    const holdId = uuidv7();
    await fixture.ledger.hold(holdId, userId, 18, 'A video');
    await Promise.all(Array.from({ length: 20 }, () => fixture.ledger.release(holdId, userId, 'Refund')));
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '20', held: '0' }]);
    expect((await outboxOf(userId)).filter((row) => row.name === 'billing.holdSettled')).toMatchObject([
      { payload: { holdId, userId, state: 'returned', credits: 18 } },
    ]);
    expect(
      await fixture.source.query(
        `SELECT kind FROM outbox WHERE payload ->> 'userId' = $1 AND payload ->> 'reason' = 'release'`,
        [userId],
      ),
    ).toEqual([{ kind: 'push' }]);
  });

  it('releases in one batch repay a debt once, and the statement adds up', async () => {
    const userId = await createUserWith(40);
    const holds = [uuidv7(), uuidv7()];
    for (const holdId of holds) await fixture.ledger.hold(holdId, userId, 20, 'A video');
    await fixture.source.query(`SELECT claw_back_credits(uuidv7(), $1, 'disputed', 25, 0, 'Dispute', NULL)`, [userId]);
    const end = { userId, returnedAs: 'Refund', correlation: null };
    const ends = holds.map((holdId) => ({ ...end, holdId }));
    expect(await fixture.ledger.settleHolds(ends, false)).toEqual(['released', 'released']);
    const statement = await fixture.source.query<{ amount: string; balance_after: string }[]>(
      `SELECT amount, balance_after FROM transactions WHERE user_id = $1 ORDER BY seq DESC LIMIT 3`,
      [userId],
    );
    expect(statement.map((row) => [Number(row.amount), Number(row.balance_after)])).toEqual([
      [-25, 15],
      [20, 40],
      [20, 20],
    ]);
  });

  /** Starts the same operation twice while another transaction holds the account's lock, then releases the lock. */
  async function runTwiceBehindLock(userId: string, operation: () => Promise<unknown>): Promise<unknown[]> {
    const other = fixture.source.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT lock_account($1)`, [userId]);
    const both = [operation(), operation()];
    await eventually(async () => {
      const [row] = await fixture.admin.query<{ waiting: number }[]>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT %'`,
      );
      expect(row?.waiting).toBe(2);
    });
    await other.commitTransaction();
    await other.release();
    return Promise.all(both);
  }

  it.each(['grant', 'hold', 'holds in a batch', 'capture', 'release', 'deduct'] as const)(
    'two concurrent calls of the same %s run one after the other under the account’s lock [SRV-05]',
    async (kind) => {
      const userId = await createUserWith(100);
      const [holdId, heldId, key] = [uuidv7(), uuidv7(), uuidv7()];
      await fixture.ledger.hold(heldId, userId, 18, 'A video');
      const newHold = { userId, credits: 18, description: 'A video', correlation: null };
      const inBatch = [holdId, uuidv7()].map((id) => ({ ...newHold, holdId: id }));
      const operations = {
        'holds in a batch': () => fixture.ledger.placeHolds(inBatch, true),
        grant: () => fixture.ledger.grant({ key, userId, credits: 5, description: 'Gift', expiresAt: null }),
        hold: () => fixture.ledger.hold(holdId, userId, 18, 'A video'),
        capture: () => fixture.ledger.capture(heldId, userId),
        release: () => fixture.ledger.release(heldId, userId, 'Refund'),
        deduct: () => fixture.ledger.deduct(key, userId, 5, 'video_generation'),
      };
      const [first, second] = await runTwiceBehindLock(userId, operations[kind]);
      expect(second).toEqual(first);
    },
  );

  it('captures once, publishes nothing, and rejects a release after the capture', async () => {
    const userId = await createUserWith(20);
    const holdId = uuidv7();
    await fixture.ledger.hold(holdId, userId, 18, 'A video');
    await Promise.all(Array.from({ length: 10 }, () => fixture.ledger.capture(holdId, userId)));
    await expect(fixture.ledger.release(holdId, userId, 'Refund')).rejects.toMatchObject({ code: 'conflict' });
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '2', held: '0' }]);
    // This is the push of the grant; that of the hold was published directly.
    expect((await outboxOf(userId)).map((row) => row.name)).toEqual(['billing.balanceChanged']);
  });

  it('spends lots that expire soonest first, then granted, then purchased ones [G-17]', async () => {
    const userId = uuidv7();
    await fixture.source.query(
      `SELECT grant_credits('p', $1, 'purchase', 10, 'Pack', NULL, 'pay_order', 9900, NULL, NULL)`,
      [userId],
    );
    await grant(userId, 20, null);
    await grant(userId, 40, new Date(Date.now() + 2 * DAY_MS));
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    await fixture.ledger.deduct('a', userId, 75, 'video_generation');
    expect((await lotsOf(userId)).map((lot) => lot.remaining)).toEqual(['10', '15', '0', '0']);
    await fixture.ledger.hold(uuidv7(), userId, 20, 'A video');
    expect((await lotsOf(userId)).map((lot) => [lot.remaining, lot.held])).toEqual([
      ['5', '5'],
      ['0', '15'],
      ['0', '0'],
      ['0', '0'],
    ]);
    await addPayment(userId);
  });

  /** Adds the payment of the purchased lot above, so that the invariants hold. */
  async function addPayment(userId: string): Promise<void> {
    await fixture.source.query(
      `WITH sold AS (
         INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
         VALUES (uuidv7(), $1, 'paid', 'p', 'P', 10, 9900, 'INR', 'r', 'order_order') RETURNING id
       ) INSERT INTO payments (id, order_id, amount_paise, currency, state, source, transaction_id)
         SELECT 'pay_order', sold.id, 9900, 'INR', 'granted', 'verify', l.transfer_id
           FROM sold, lots l WHERE l.payment_id = 'pay_order'`,
      [userId],
    );
  }

  it('does not spend expired credits, and books them out', async () => {
    const userId = await createUserWith(10);
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    await expireLots(userId);
    await expect(fixture.ledger.hold(uuidv7(), userId, 18, 'A video')).rejects.toMatchObject({
      details: { available: 10, shortfall: 8 },
    });
    expect(await fixture.ledger.deduct('x', userId, 10, 'video_generation')).toMatchObject({
      balance: { available: 0, held: 0 },
    });
  });

  it('books out the expired credits of inactive users', async () => {
    const users = [uuidv7(), uuidv7(), uuidv7()];
    for (const userId of users) {
      await grant(userId, 30, new Date(Date.now() + DAY_MS));
      await expireLots(userId);
    }
    expect(await fixture.ledger.sweepExpired(2)).toBe(2);
    expect(await fixture.ledger.sweepExpired(2)).toBe(1);
    expect(await fixture.ledger.sweepExpired(2)).toBe(0);
  });

  it('a lot that expired while held is extended by 7 days on release [G-17]', async () => {
    const userId = uuidv7();
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    const holdId = uuidv7();
    await fixture.ledger.hold(holdId, userId, 18, 'A video');
    await expireLots(userId);
    await fixture.ledger.release(holdId, userId, 'Refund');
    const [lot] = await lotsOf(userId);
    expect(lot).toMatchObject({ remaining: '18', held: '0' });
    const days = ((lot?.expires_at?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeCloseTo(7, 2);
    expect((await fixture.ledger.hold(uuidv7(), userId, 18, 'A video')).balance).toMatchObject({
      available: 0,
      held: 18,
    });
  });

  it('a lot can expire twice if credits return to it in between [G-17]', async () => {
    const userId = uuidv7();
    await grant(userId, 30, new Date(Date.now() + DAY_MS));
    const holdId = uuidv7();
    await fixture.ledger.hold(holdId, userId, 18, 'A video');
    const expireInThePast = `UPDATE lots SET expires_at = '2026-01-31T00:00:00Z' WHERE user_id = $1`;
    await fixture.source.query(expireInThePast, [userId]);
    await fixture.source.query(`SELECT expire_lots($1, NULL)`, [userId]);
    await fixture.ledger.release(holdId, userId, 'Refund');
    await fixture.source.query(expireInThePast, [userId]);
    await fixture.source.query(`SELECT expire_lots($1, NULL)`, [userId]);
    expect(await lotsOf(userId)).toMatchObject([{ remaining: '0', held: '0' }]);
  });

  it('grants once per key, and rejects the key for another amount', async () => {
    const userId = uuidv7();
    const same = { key: uuidv7(), userId, credits: 5, description: 'Welcome', expiresAt: null };
    const results = await Promise.all(Array.from({ length: 10 }, () => fixture.ledger.grant(same)));
    expect(new Set(results.map((result) => result.transactionId)).size).toBe(1);
    await expect(fixture.ledger.grant({ ...same, credits: 6 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});
