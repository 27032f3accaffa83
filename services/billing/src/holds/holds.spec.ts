import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventQueueName } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('holds and balances, through calls and events', () => {
  let stack: BillingTestApp;
  let redis: Redis;
  let queue: Queue;

  beforeAll(async () => {
    stack = await startBillingTestApp();
    redis = new Redis(stack.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('billing'), { connection: redis });
  });

  afterEach(() => expectInvariantsHold(stack.source));

  afterAll(async () => {
    await queue.close();
    redis.disconnect();
    await stack.close();
  });

  async function someoneWith(credits: number): Promise<string> {
    const userId = uuidv7();
    await stack.ledger.grant({ key: uuidv7(), userId, credits, description: 'A present', expiresAt: null });
    return userId;
  }

  async function hold(userId: string, credits = 18) {
    const holdId = uuidv7();
    const placed = await stack.calls.call(billingCalls.holdCredits, {
      holdId,
      userId,
      credits,
      description: 'HD Video',
    });
    return { holdId, placed };
  }

  /** As generation's relay would. */
  async function tellSettled(requestId: string, userId: string, outcome: string, eventId = uuidv7()): Promise<void> {
    const payload = { requestId, userId, outcome, credits: 18, reason: null };
    await queue.add(generationEvents.requestSettled.name, { payload }, { jobId: eventId });
  }

  const balance = (userId: string) => stack.calls.call(billingCalls.getBalance, { userId });
  const statement = async (userId: string) =>
    (await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;

  it('CR-09: a new person has nothing', async () => {
    const userId = uuidv7();
    expect(await balance(userId)).toEqual({ credits: 0, available: 0, held: 0 });
    expect(await statement(userId)).toEqual([]);
  });

  it('CR-15, G-26: tells what is missing', async () => {
    const userId = await someoneWith(30);
    await hold(userId);
    expect(await stack.calls.call(billingCalls.checkCredits, { userId, requiredCredits: 18 })).toEqual({
      sufficient: false,
      required: 18,
      balance: 12,
      available: 12,
      held: 18,
      shortfall: 6,
    });
  });

  it('G-52, CR-21: a success turns the pending usage into a completed one', async () => {
    const userId = await someoneWith(100);
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
    await tellSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect(await balance(userId)).toEqual({ credits: 82, available: 82, held: 0 }));
    expect((await statement(userId))[0]).toMatchObject({ ...usage, status: 'completed' });
  });

  it.each(['failed', 'canceled', 'rejected'])('CR-26, G-18: %s returns everything once', async (outcome) => {
    const userId = await someoneWith(100);
    const { holdId, placed } = await hold(userId);
    await tellSettled(holdId, userId, outcome);
    await tellSettled(holdId, userId, outcome);
    await eventually(async () => expect(await balance(userId)).toEqual({ credits: 100, available: 100, held: 0 }));
    expect(await statement(userId)).toMatchObject([
      { type: 'refund', amount: 18, status: 'completed', reference_id: placed.transactionId, balance_after: 100 },
      { type: 'usage', amount: -18, status: 'reversed' },
      { type: 'grant', amount: 100 },
    ]);
    const told = await stack.source.query(
      `SELECT payload ->> 'state' AS state FROM outbox WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1`,
      [holdId],
    );
    expect(told).toEqual([{ state: 'returned' }]);
  });

  it('I2: whoever asks long after the end is told of it again', async () => {
    const userId = await someoneWith(100);
    const { holdId } = await hold(userId);
    const told = () =>
      stack.source.query(
        `SELECT payload ->> 'state' AS state FROM outbox
          WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1`,
        [holdId],
      );
    await tellSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect(await told()).toEqual([{ state: 'captured' }]));
    await stack.source.query(`UPDATE holds SET settled_at = now() - interval '1 minute' WHERE id = $1`, [holdId]);
    await tellSettled(holdId, userId, 'succeeded');
    await eventually(async () => expect(await told()).toEqual([{ state: 'captured' }, { state: 'captured' }]));
    expect(await balance(userId)).toEqual({ credits: 82, available: 82, held: 0 });
  });

  it('an end that arrives before its hold refuses the hold', async () => {
    const userId = await someoneWith(100);
    const holdId = uuidv7();
    await tellSettled(holdId, userId, 'rejected');
    await eventually(async () => {
      expect(await stack.source.query(`SELECT state FROM holds WHERE id = $1`, [holdId])).toEqual([
        { state: 'tombstone' },
      ]);
    });
    await expect(
      stack.calls.call(billingCalls.holdCredits, { holdId, userId, credits: 18, description: 'HD Video' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('SRV-06: too little is refused with the shortfall', async () => {
    await expect(hold(await someoneWith(10))).rejects.toMatchObject({
      code: 'insufficient_credits',
      message: 'Insufficient credits',
      details: { required: 18, available: 10, shortfall: 8 },
    });
    await expect(hold(uuidv7())).rejects.toMatchObject({ details: { available: 0, shortfall: 18 } });
  });

  it('CR-10, CR-17, G-06: deducts once for a key, never below zero', async () => {
    const userId = await someoneWith(20);
    const deduct = (credits: number, idempotencyKey: string) =>
      stack.calls.call(billingCalls.deductCredits, { userId, credits, reason: 'video_generation', idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 10 }, () => deduct(15, 'one')));
    expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1);
    await expect(deduct(14, 'one')).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(deduct(6, 'two')).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await balance(userId)).toMatchObject({ available: 5 });
  });

  it.each([0, -1, 0.1, NaN, 1e308, 2 ** 53, '18', '1e3', '१८', null])(
    'refuses %p as a number of credits',
    async (credits) => {
      const userId = await someoneWith(50);
      const request = { userId, credits: credits as number, reason: 'r', idempotencyKey: 'k' };
      await expect(stack.calls.call(billingCalls.deductCredits, request)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { credits: expect.any(String) as string },
      });
      await expect(hold(userId, credits as number)).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await balance(userId)).toMatchObject({ available: 50, held: 0 });
    },
  );

  it('CR-14, VLT-02: pages through the statement, newest first', async () => {
    const userId = await someoneWith(100);
    for (let i = 1; i <= 5; i++) {
      await stack.calls.call(billingCalls.deductCredits, {
        userId,
        credits: i,
        reason: `no ${i}`,
        idempotencyKey: `${i}`,
      });
    }
    const page = await stack.calls.call(billingCalls.listTransactions, { userId, limit: 2, offset: 1 });
    expect(page.total).toBe(6);
    expect(page.transactions.map((row) => [row.description, row.amount, row.balance_after])).toEqual([
      ['no 4', -4, 90],
      ['no 3', -3, 94],
    ]);
  });

  it('CR-01, CR-02, CR-03: sells three packs', async () => {
    const { creditPacks } = await stack.calls.call(billingCalls.listPacks, {});
    expect(creditPacks.map(({ description, ...pack }) => (expect(description).not.toBe(''), pack))).toEqual([
      { id: 'starter', name: 'Starter Pack', price: 99, credits: 100, popular: false, savings: 0 },
      { id: 'popular', name: 'Popular Pack', price: 999, credits: 1000, popular: true, savings: 10 },
      { id: 'pro', name: 'Pro Pack', price: 1999, credits: 2200, popular: false, savings: 20 },
    ]);
  });
});
