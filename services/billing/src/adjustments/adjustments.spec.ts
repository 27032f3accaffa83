import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';

import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('balance adjustments by operators', () => {
  let app: BillingTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  const adjust = (userId: string, credits: number, options: object = {}) =>
    app.calls.call(billingCalls.adjustCredits, {
      adminId,
      userId,
      credits,
      reason: 'admin adjustment',
      idempotencyKey: uuidv7(),
      ...options,
    });
  const actionsOn = (subject: string) =>
    app.source.query<{ payload: { details: object } }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1 ORDER BY id`,
      [subject],
    );
  const statement = async (userId: string) =>
    (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;

  it('sets the balance with one signed entry in each direction, and publishes it for the audit log [ADM-14, G-35]', async () => {
    const userId = uuidv7();
    expect(await adjust(userId, 50)).toMatchObject({ balance: { available: 50 } });
    expect(await adjust(userId, 12, { expectedCredits: 50 })).toMatchObject({ balance: { available: 12 } });
    expect((await statement(userId)).map(({ type, amount, balance_after }) => [type, amount, balance_after])).toEqual([
      ['adjustment', -38, 12],
      ['adjustment', 50, 50],
    ]);
    expect((await actionsOn(userId)).map(({ payload }) => payload.details)).toEqual([
      { before: '0', after: '50', reason: 'admin adjustment' },
      { before: '50', after: '12', reason: 'admin adjustment' },
    ]);
    await expectInvariantsHold(app.source);
  });

  it('writes nothing if the balance already matches, and writes once per key [G-35]', async () => {
    const userId = uuidv7();
    const key = { idempotencyKey: uuidv7() };
    const first = await adjust(userId, 7, key);
    expect(await adjust(userId, 7, key)).toEqual(first);
    expect(await adjust(userId, 7)).toMatchObject({ transactionId: null, balance: { available: 7 } });
    await expect(adjust(userId, 8, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await statement(userId)).toHaveLength(1);
    expect(await actionsOn(userId)).toHaveLength(1);
  });

  it('of two concurrent adjustments with the same expectation, one fails with the current balance [ADM-14, G-35]', async () => {
    const userId = uuidv7();
    await adjust(userId, 10);
    const results = await Promise.allSettled(
      [20, 30].map((credits) => adjust(userId, credits, { expectedCredits: 10 })),
    );
    const rejected = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(rejected).toHaveLength(1);
    const { available } = await app.calls.call(billingCalls.getBalance, { userId });
    expect(rejected[0]?.reason).toMatchObject({ code: 'conflict', details: { credits: available } });
    expect(await actionsOn(userId)).toHaveLength(2);
    await expectInvariantsHold(app.source);
  });

  it('keeps held credits and takes the rest in spending order [G-35]', async () => {
    const userId = uuidv7();
    await adjust(userId, 100);
    await app.ledger.hold(uuidv7(), userId, 30, 'A video');
    expect(await adjust(userId, 0)).toMatchObject({ balance: { available: 0, held: 30 } });
    await expectInvariantsHold(app.source);
  });

  it.each([-1, 1.5, 1e12, Number.NaN])('rejects %d credits [ADM-13]', async (credits) => {
    await expect(adjust(uuidv7(), credits)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('rejects a closed account', async () => {
    const userId = uuidv7();
    await app.calls.call(billingCalls.freezeAccount, { userId });
    await expect(adjust(userId, 5)).rejects.toMatchObject({ code: 'account_closed' });
  });

  it('lists the credits of several users [ADM-11]', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    await adjust(one, 4);
    expect(await app.calls.call(billingCalls.getCredits, { userIds: [one, other] })).toEqual({
      credits: { [one]: 4 },
    });
  });
});
