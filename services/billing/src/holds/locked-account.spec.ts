import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** Calls of the locked account in each round: more than the pool has connections. */
const STUCK = 12;
const ROUNDS = 8;

describe('an account that another transaction has locked', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });

  afterAll(() => app.close());

  const createUser = async (): Promise<string> => {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 10_000, description: 'A present', expiresAt: null });
    return userId;
  };

  const hold = async (userId: string): Promise<string> => {
    const holdId = uuidv7();
    await app.calls.call(billingCalls.holdCredits, { holdId, userId, credits: 1, description: 'HD Video' });
    return holdId;
  };
  const balance = (userId: string) => app.calls.call(billingCalls.getBalance, { userId });
  const deduct = (userId: string) =>
    app.calls.call(billingCalls.deductCredits, { userId, credits: 1, reason: 'test', idempotencyKey: uuidv7() });
  const buy = (userId: string) =>
    app.calls.call(billingCalls.createOrder, {
      buyer: { userId, name: 'Asha', email: 'asha@example.com' },
      packId: 'starter',
      idempotencyKey: uuidv7(),
    });
  /** Publishes what generation's relay would when the job of a hold succeeded. */
  const capture = async (userId: string, holdId: string): Promise<void> => {
    const payload = { requestId: holdId, userId, outcome: 'succeeded', credits: 1, reason: null };
    await app.events.add(
      generationEvents.requestSettled.name,
      { payload },
      { jobId: uuidv7(), attempts: 1_000, backoff: { type: 'custom' } },
    );
  };
  const stateOf = async (holdId: string) =>
    (await app.calls.call(billingCalls.getHolds, { holdIds: [holdId] })).states[holdId];

  const codeOf = (work: Promise<unknown>): Promise<string | null> =>
    work.then(
      () => null,
      (error: { code: string }) => error.code,
    );

  it('delays no one else, and its own calls are refused while it is locked', async () => {
    const [lockedId, otherId] = [await createUser(), await createUser()];
    const lockedHolds = await Promise.all(Array.from({ length: STUCK }, () => hold(lockedId)));
    const otherHolds = await Promise.all(Array.from({ length: ROUNDS }, () => hold(otherId)));
    const blocker = app.admin.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('SELECT FROM accounts WHERE user_id = $1 FOR UPDATE', [lockedId]);
    const own: Promise<unknown>[] = [];
    const refused: (string | null)[] = [];
    const others: (string | null)[] = [];
    for (const holdId of lockedHolds) await capture(lockedId, holdId);
    for (const holdId of otherHolds) {
      for (let i = 0; i < STUCK; i += 1)
        for (const call of [deduct, buy, hold]) own.push(codeOf(call(lockedId)).then((code) => refused.push(code)));
      others.push(...(await Promise.all([hold, balance, deduct, buy].map((call) => codeOf(call(otherId))))));
      // Later calls do not wait for the calls that were sent before them.
      if (holdId === otherHolds[0]) expect(refused.length).toBeLessThan(own.length / 2);
      await capture(otherId, holdId);
      await eventually(async () => expect(await stateOf(holdId)).toBe('captured'), 60_000);
    }
    expect(others.filter((code) => code !== null)).toEqual([]);
    await Promise.all(own);
    expect(new Set(refused)).toEqual(new Set(['unavailable']));
    await blocker.commitTransaction();
    await blocker.release();
    for (const holdId of lockedHolds)
      await eventually(async () => expect(await stateOf(holdId)).toBe('captured'), 60_000);
    expect(await balance(lockedId)).toMatchObject({ held: 0 });
    await expectInvariantsHold(app.source);
  }, 240_000);
});
