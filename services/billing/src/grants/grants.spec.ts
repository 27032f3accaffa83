import { authEvents } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { eventQueueName } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const DAY_MS = 86_400_000;

describe('G-17: granted credits', () => {
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

  const confirmedAt = '2026-11-21T10:00:00.000Z';
  /** As auth's relay would. */
  const confirm = (userId: string, eventId = uuidv7()) =>
    queue.add(authEvents.userConfirmed.name, { payload: { userId, confirmedAt } }, { jobId: eventId });
  const isHandled = (eventId: string) =>
    eventually(async () =>
      expect(await stack.source.query(`SELECT FROM inbox WHERE event_id = $1`, [eventId])).toHaveLength(1),
    );
  const lotsOf = async (userId: string) => (await stack.calls.call(billingCalls.listLots, { userId })).lots;
  const set = (credits: number, expiresInDays: number | null) =>
    stack.calls.call(billingCalls.changeSettings, { signupGrant: { credits, expiresInDays } });

  it('CR-09: a new account gets nothing by default', async () => {
    expect(await stack.calls.call(billingCalls.getSettings, {})).toEqual({
      signupGrant: { credits: 0, expiresInDays: null },
    });
    const [userId, eventId] = [uuidv7(), uuidv7()];
    await confirm(userId, eventId);
    await isHandled(eventId);
    expect(await lotsOf(userId)).toEqual([]);
  });

  it('gives what the operator set once per account, with its day of expiry', async () => {
    await set(36, 3_000);
    const userId = uuidv7();
    const first = uuidv7();
    await confirm(userId, first);
    await isHandled(first);
    await set(50, null);
    // The same event again, and another one of the same account under another setting.
    const second = uuidv7();
    await confirm(userId, second);
    await isHandled(second);
    expect(await lotsOf(userId)).toEqual([
      {
        id: expect.any(String),
        kind: 'grant',
        credits: 36,
        remaining: 36,
        held: 0,
        description: 'Welcome credits',
        created_at: expect.any(String),
        expires_at: new Date(Date.parse(confirmedAt) + 3_000 * DAY_MS).toISOString(),
      },
    ]);
    await set(0, null);
  });

  it('gives nothing to an account that was closed meanwhile, and does not try for ever', async () => {
    await set(36, null);
    const [userId, eventId] = [uuidv7(), uuidv7()];
    await stack.calls.call(billingCalls.freezeAccount, { userId });
    await confirm(userId, eventId);
    await isHandled(eventId);
    expect(await lotsOf(userId)).toEqual([]);
    await set(0, null);
  });

  it.each([{ credits: -1 }, { credits: 1.5 }, { credits: 1e9 }, { expiresInDays: 0 }, { days: 3 }])(
    'refuses the setting %j',
    async (fault) => {
      const signupGrant = { credits: 5, expiresInDays: 30, ...fault };
      await expect(stack.calls.call(billingCalls.changeSettings, { signupGrant })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );

  it('grants a promotion once for a key, until a day to come', async () => {
    const userId = uuidv7();
    const promotion = {
      userId,
      credits: 20,
      description: 'Bihu present',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      idempotencyKey: uuidv7(),
    };
    const grant = (changes: object = {}) => stack.calls.call(billingCalls.grantCredits, { ...promotion, ...changes });
    expect(await grant()).toEqual(await grant());
    await expect(grant({ credits: 21 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(grant({ expiresAt: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(grant({ credits: 0 })).rejects.toMatchObject({ code: 'validation_failed' });
    const [row] = (await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 }))
      .transactions;
    expect(row).toMatchObject({ type: 'grant', amount: 20, description: 'Bihu present', balance_after: 20 });
  });

  it('lists lots in the order of spending, with what is held, and none that is used up or expired', async () => {
    const userId = uuidv7();
    const give = (credits: number, days: number | null) =>
      stack.ledger.grant({
        key: uuidv7(),
        userId,
        credits,
        description: `${credits} credits`,
        expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
      });
    await give(10, null);
    await give(20, 30);
    await give(5, 7);
    await give(3, 1);
    await stack.source.query(
      `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND credits = 3`,
      [userId],
    );
    await stack.ledger.hold(uuidv7(), userId, 9, 'A video');
    expect((await lotsOf(userId)).map(({ credits, remaining, held }) => ({ credits, remaining, held }))).toEqual([
      { credits: 5, remaining: 0, held: 5 },
      { credits: 20, remaining: 16, held: 4 },
      { credits: 10, remaining: 10, held: 0 },
    ]);
  });
});
