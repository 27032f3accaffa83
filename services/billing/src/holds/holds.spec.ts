import { billingCalls, billingPushes } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { PushCollector } from '@luit/platform/testing/pushes';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { uuidv7 } from 'uuidv7';
import { BUSY } from '../ledger/ledger.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('holds and balances through calls and events', () => {
  let app: BillingTestApp;
  let pushes: PushCollector;

  beforeAll(async () => {
    app = await startBillingTestApp();
    pushes = await PushCollector.connect(app.redis.url, 'billing');
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(async () => {
    await pushes.close();
    await app.close();
  });

  async function createUserWith(credits: number): Promise<string> {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits, description: 'A present', expiresAt: null });
    return userId;
  }

  async function hold(userId: string, credits = 18) {
    const holdId = uuidv7();
    const placed = await app.calls.call(billingCalls.holdCredits, {
      holdId,
      userId,
      credits,
      description: 'HD Video',
    });
    return { holdId, placed };
  }

  /** Publishes what generation's relay would. */
  async function publishSettled(requestId: string, userId: string, outcome: string, eventId = uuidv7()): Promise<void> {
    const payload = { requestId, userId, outcome, credits: 18, reason: null };
    await app.events.add(generationEvents.requestSettled.name, { payload }, { jobId: eventId });
  }

  const balance = (userId: string) => app.calls.call(billingCalls.getBalance, { userId });
  const statement = async (userId: string) =>
    (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;

  it('a new user has no credits [CR-09]', async () => {
    const userId = uuidv7();
    expect(await balance(userId)).toEqual({ credits: 0, available: 0, held: 0 });
    expect(await statement(userId)).toEqual([]);
  });

  it('a credit check reports the shortfall [CR-15, G-26]', async () => {
    const userId = await createUserWith(30);
    await hold(userId);
    expect(await app.calls.call(billingCalls.checkCredits, { userId, requiredCredits: 18 })).toEqual({
      sufficient: false,
      required: 18,
      balance: 12,
      available: 12,
      held: 18,
      shortfall: 6,
    });
  });

  it('a success completes the pending usage [G-52, CR-21]', async () => {
    const userId = await createUserWith(100);
    const { holdId, placed } = await hold(userId);
    expect(placed.balance).toEqual({ credits: 82, available: 82, held: 18 });
    const usage = {
      id: placed.transactionId,
      user_id: userId,
      type: 'usage',
      amount: -18,
      description: 'HD Video',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      reference_id: holdId,
      balance_after: 82,
    };
    expect((await statement(userId))[0]).toMatchObject({ ...usage, status: 'pending' });
    await publishSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect(await balance(userId)).toEqual({ credits: 82, available: 82, held: 0 }));
    expect((await statement(userId))[0]).toMatchObject({ ...usage, status: 'completed' });
  });

  it.each(['failed', 'canceled', 'rejected'])(
    'a job that is %s returns all credits once [CR-26, G-18]',
    async (outcome) => {
      const userId = await createUserWith(100);
      const { holdId, placed } = await hold(userId);
      await publishSettled(holdId, userId, outcome);
      await publishSettled(holdId, userId, outcome);
      await eventually(async () => expect(await balance(userId)).toEqual({ credits: 100, available: 100, held: 0 }));
      expect(await statement(userId)).toMatchObject([
        { type: 'refund', amount: 18, status: 'completed', reference_id: placed.transactionId, balance_after: 100 },
        { type: 'usage', amount: -18, status: 'reversed' },
        { type: 'grant', amount: 100 },
      ]);
      const published = await app.source.query(
        `SELECT payload ->> 'state' AS state FROM outbox WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1`,
        [holdId],
      );
      expect(published).toEqual([{ state: 'returned' }]);
    },
  );

  it('an event repeated long after the settlement publishes the result again [I2]', async () => {
    const userId = await createUserWith(100);
    const { holdId } = await hold(userId);
    const published = () =>
      app.source.query(
        `SELECT payload ->> 'state' AS state FROM outbox
          WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1`,
        [holdId],
      );
    await publishSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect((await balance(userId)).held).toBe(0));
    expect(await published()).toEqual([]);
    await app.source.query(`UPDATE holds SET settled_at = now() - interval '1 minute' WHERE id = $1`, [holdId]);
    await publishSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect(await published()).toEqual([{ state: 'captured' }]));
    expect(await balance(userId)).toEqual({ credits: 82, available: 82, held: 0 });
  });

  describe('outcomes that arrive together', () => {
    it('share a statement, and one that contradicts its hold fails alone [I2]', async () => {
      const jobs = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const userId = await createUserWith(20);
          return { userId, holdId: (await hold(userId)).holdId };
        }),
      );
      const blocker = app.admin.createQueryRunner();
      await blocker.startTransaction();
      await blocker.query(`LOCK TABLE billing.inbox IN SHARE MODE`);
      const unknown = uuidv7();
      await publishSettled(uuidv7(), jobs[0]!.userId, 'succeeded', unknown);
      for (const { userId, holdId } of jobs) await publishSettled(holdId, userId, 'succeeded');
      await eventually(async () => expect(await app.events.getActiveCount()).toBe(jobs.length + 1));
      await blocker.commitTransaction();
      await blocker.release();
      for (const { userId } of jobs) {
        await eventually(async () => expect(await balance(userId)).toEqual({ credits: 2, available: 2, held: 0 }));
      }
      const [{ transactions }] = (await app.source.query(
        `SELECT count(DISTINCT xmin::text)::int AS transactions FROM holds WHERE id = ANY ($1)`,
        [jobs.map(({ holdId }) => holdId)],
      )) as [{ transactions: number }];
      // The number of statements depends on when the messages arrive. Without batches there would be one per hold.
      expect(transactions).toBeLessThanOrEqual(jobs.length / 2);
      await eventually(async () => expect((await app.events.getJob(unknown))?.failedReason).toMatch('settled'));
      expect(await app.source.query(`SELECT FROM inbox WHERE event_id = $1`, [unknown])).toEqual([]);
      // The reason stays while the next attempt runs, which holds the lock of the job.
      await eventually(async () => (await app.events.getJob(unknown))?.remove());
    });

    it.each([
      ['releases', 'failed', 100],
      ['captures', 'succeeded', 64],
    ] as const)('%s do not wait for the locked account of another user', async (_ends, outcome, left) => {
      const [userId, otherId] = [await createUserWith(100), await createUserWith(100)];
      const ended = [
        { userId, ...(await hold(userId)) },
        { userId: otherId, ...(await hold(otherId)) },
        { userId: otherId, ...(await hold(otherId)) },
      ];
      const other = app.source.createQueryRunner();
      await other.startTransaction();
      await other.query(`SELECT lock_account($1)`, [userId]);
      for (const end of ended) await publishSettled(end.holdId, end.userId, outcome);
      await eventually(async () => expect(await balance(otherId)).toMatchObject({ available: left, held: 0 }));
      expect((await balance(userId)).held).toBe(18);
      await other.commitTransaction();
      await other.release();
      await eventually(async () => expect((await balance(userId)).held).toBe(0));
    });

    it.each([
      ['releases', 'Test'],
      ['captures', null],
    ])('a batch of %s leaves out the holds of a locked account', async (_ends, returnedAs) => {
      const users = [await createUserWith(100), await createUserWith(100)];
      const ends = await Promise.all(
        users.map(async (userId) => ({ holdId: (await hold(userId)).holdId, userId, returnedAs, correlation: null })),
      );
      const other = app.source.createQueryRunner();
      await other.startTransaction();
      await other.query(`SELECT lock_account($1)`, [users[0]]);
      expect(await app.ledger.settleHolds(ends, false)).toEqual([BUSY, returnedAs === null ? 'captured' : 'released']);
      await other.rollbackTransaction();
      await other.release();
    });
  });

  it('an outcome that arrives before its hold rejects the hold', async () => {
    const userId = await createUserWith(100);
    const holdId = uuidv7();
    await publishSettled(holdId, userId, 'rejected');
    await eventually(async () => {
      expect(await app.source.query(`SELECT state FROM holds WHERE id = $1`, [holdId])).toEqual([
        { state: 'tombstone' },
      ]);
    });
    await expect(
      app.calls.call(billingCalls.holdCredits, { holdId, userId, credits: 18, description: 'HD Video' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a hold above the balance is rejected with the shortfall [SRV-06]', async () => {
    await expect(hold(await createUserWith(10))).rejects.toMatchObject({
      code: 'insufficient_credits',
      message: 'Insufficient credits',
      details: { required: 18, available: 10, shortfall: 8 },
    });
    await expect(hold(uuidv7())).rejects.toMatchObject({ details: { available: 0, shortfall: 18 } });
  });

  describe('concurrent calls', () => {
    const published = async (userId: string) => {
      const received = await pushes.received(billingPushes.balanceChanged);
      return received
        .filter(({ payload }) => payload.userId === userId && payload.reason === 'hold')
        .map(({ payload: { balance: current }, correlationId: cause }) => ({ balance: current, cause }));
    };

    it('share a statement, which publishes the balance of each user once', async () => {
      const [userId, otherId] = [await createUserWith(100), await createUserWith(100)];
      const owners = Array.from({ length: 20 }, (_, i) => (i % 2 ? userId : otherId));
      const results = await Promise.all(
        owners.map((owner, i) => withCorrelation(`cause-${i}`, () => hold(owner, 1)).then(({ placed }) => placed)),
      );
      expect(results.map(({ balance: { available } }) => available)).toEqual(
        owners.map((_, i) => 99 - Math.floor(i / 2)),
      );
      const last = { credits: 90, available: 90, held: 10 };
      await eventually(async () => {
        expect(await published(userId)).toEqual([{ balance: last, cause: 'cause-19' }]);
        expect(await published(otherId)).toEqual([{ balance: last, cause: 'cause-18' }]);
      });
      const own = (await statement(userId)).filter(({ type }) => type === 'usage');
      expect(own.map(({ balance_after }) => balance_after)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
    });

    it('are refused one by one, and a smaller hold may still fit [SRV-05]', async () => {
      const userId = await createUserWith(20);
      const results = await Promise.allSettled([18, 18, 2, 1].map((credits) => hold(userId, credits)));
      expect(results).toMatchObject([
        { value: { placed: { balance: { available: 2, held: 18 } } } },
        { reason: { code: 'insufficient_credits', details: { required: 18, available: 2, shortfall: 16 } } },
        { value: { placed: { balance: { available: 0, held: 20 } } } },
        { reason: { code: 'insufficient_credits', details: { required: 1, available: 0, shortfall: 1 } } },
      ]);
    });

    it('wait for a locked account together, and other users do not wait with them', async () => {
      const [userId, otherId] = [await createUserWith(100), await createUserWith(100)];
      const other = app.source.createQueryRunner();
      await other.startTransaction();
      await other.query(`SELECT lock_account($1)`, [userId]);
      const locked = Promise.all(Array.from({ length: 5 }, () => hold(userId)));
      await hold(otherId);
      const further = hold(userId);
      await Promise.all([hold(otherId), hold(otherId)]);
      expect(await balance(otherId)).toEqual({ credits: 46, available: 46, held: 54 });
      expect(await balance(userId)).toEqual({ credits: 100, available: 100, held: 0 });
      await other.commitTransaction();
      await other.release();
      const placed = await locked;
      const available = placed.map((each) => each.placed.balance.available).sort((a, b) => b - a);
      await expect(further).rejects.toMatchObject({ code: 'insufficient_credits', details: { shortfall: 8 } });
      expect(available).toEqual([82, 64, 46, 28, 10]);
    });

    it('with invalid input, or with the id of another user’s hold, fail alone', async () => {
      const [userId, otherId] = [await createUserWith(100), await createUserWith(100)];
      const holdId = uuidv7();
      const place = (id: string, owner: string, credits: number) =>
        app.calls.call(billingCalls.holdCredits, { holdId: id, userId: owner, credits, description: 'HD Video' });
      const results = await Promise.allSettled([
        place(holdId, userId, 18),
        place(holdId.toUpperCase(), otherId, 18),
        place(uuidv7(), userId, 0.5),
        place(uuidv7(), otherId, 36),
      ]);
      expect(results).toMatchObject([
        { value: { balance: { available: 82 } } },
        { reason: { code: 'idempotency_conflict' } },
        { reason: { code: 'validation_failed', details: { credits: expect.any(String) as string } } },
        { value: { balance: { available: 64 } } },
      ]);
    });
  });

  it('deducts once per key and never below zero [CR-10, CR-17, G-06]', async () => {
    const userId = await createUserWith(20);
    const deduct = (credits: number, idempotencyKey: string) =>
      app.calls.call(billingCalls.deductCredits, { userId, credits, reason: 'video_generation', idempotencyKey });
    const results = await Promise.all(Array.from({ length: 10 }, () => deduct(15, 'one')));
    expect(new Set(results.map((result) => result.transactionId)).size).toBe(1);
    await expect(deduct(14, 'one')).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(deduct(6, 'two')).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await balance(userId)).toMatchObject({ available: 5 });
  });

  it.each([0, -1, 0.1, NaN, 1e308, 2 ** 53, '18', '1e3', '१८', null])(
    'rejects %p as a number of credits',
    async (credits) => {
      const userId = await createUserWith(50);
      const request = { userId, credits: credits as number, reason: 'r', idempotencyKey: 'k' };
      await expect(app.calls.call(billingCalls.deductCredits, request)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { credits: expect.any(String) as string },
      });
      await expect(hold(userId, credits as number)).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await balance(userId)).toMatchObject({ available: 50, held: 0 });
    },
  );

  it('pages through the statement, newest first [CR-14, VLT-02]', async () => {
    const userId = await createUserWith(100);
    for (let i = 1; i <= 5; i++) {
      await app.calls.call(billingCalls.deductCredits, {
        userId,
        credits: i,
        reason: `no ${i}`,
        idempotencyKey: `${i}`,
      });
    }
    const page = await app.calls.call(billingCalls.listTransactions, { userId, limit: 2, offset: 1 });
    expect(page.total).toBe(6);
    expect(page.transactions.map((row) => [row.description, row.amount, row.balance_after])).toEqual([
      ['no 4', -4, 90],
      ['no 3', -3, 94],
    ]);
  });

  it('sells three packs [CR-01, CR-02, CR-03]', async () => {
    const { creditPacks } = await app.calls.call(billingCalls.listPacks, {});
    expect(creditPacks.map(({ description, ...pack }) => (expect(description).not.toBe(''), pack))).toEqual([
      { id: 'starter', name: 'Starter Pack', price: 99, credits: 100, popular: false, savings: 0 },
      { id: 'popular', name: 'Popular Pack', price: 999, credits: 1000, popular: true, savings: 10 },
      { id: 'pro', name: 'Pro Pack', price: 1999, credits: 2200, popular: false, savings: 20 },
    ]);
  });
});
