import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { checkInvariants } from '../invariants/ledger-invariants';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';

describe('an operator’s word on credits', () => {
  let stack: BillingTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    stack = await startBillingTestApp();
  });
  afterAll(() => stack.close());

  const adjust = (userId: string, credits: number, more: object = {}) =>
    stack.calls.call(billingCalls.adjustCredits, {
      adminId,
      userId,
      credits,
      reason: 'admin adjustment',
      idempotencyKey: uuidv7(),
      ...more,
    });
  const acts = (subject: string) =>
    stack.source.query<{ payload: { details: object } }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1 ORDER BY id`,
      [subject],
    );
  const statement = async (userId: string) =>
    (await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;
  const soundly = async () =>
    expect((await checkInvariants(stack.source)).filter(({ violations }) => violations > 0)).toEqual([]);

  it('ADM-14, G-35: makes the number so by one signed entry each way, and tells the audit log', async () => {
    const userId = uuidv7();
    expect(await adjust(userId, 50)).toMatchObject({ balance: { available: 50 } });
    expect(await adjust(userId, 12, { expectedCredits: 50 })).toMatchObject({ balance: { available: 12 } });
    expect((await statement(userId)).map(({ type, amount, balance_after }) => [type, amount, balance_after])).toEqual([
      ['adjustment', -38, 12],
      ['adjustment', 50, 50],
    ]);
    expect((await acts(userId)).map(({ payload }) => payload.details)).toEqual([
      { before: '0', after: '50', reason: 'admin adjustment' },
      { before: '50', after: '12', reason: 'admin adjustment' },
    ]);
    await soundly();
  });

  it('G-35: writes nothing where nothing changes, and once under one key', async () => {
    const userId = uuidv7();
    const key = { idempotencyKey: uuidv7() };
    const first = await adjust(userId, 7, key);
    expect(await adjust(userId, 7, key)).toEqual(first);
    expect(await adjust(userId, 7)).toMatchObject({ transactionId: null, balance: { available: 7 } });
    await expect(adjust(userId, 8, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await statement(userId)).toHaveLength(1);
    expect(await acts(userId)).toHaveLength(1);
  });

  it('ADM-14, G-35: of two at once that expect the same, one is told what it is now', async () => {
    const userId = uuidv7();
    await adjust(userId, 10);
    const answers = await Promise.allSettled(
      [20, 30].map((credits) => adjust(userId, credits, { expectedCredits: 10 })),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(1);
    const { available } = await stack.calls.call(billingCalls.getBalance, { userId });
    expect(refused[0]?.reason).toMatchObject({ code: 'conflict', details: { credits: available } });
    expect(await acts(userId)).toHaveLength(2);
    await soundly();
  });

  it('G-35: leaves what is held to its job, and takes the rest where it would be spent first', async () => {
    const userId = uuidv7();
    await adjust(userId, 100);
    await stack.ledger.hold(uuidv7(), userId, 30, 'A video');
    expect(await adjust(userId, 0)).toMatchObject({ balance: { available: 0, held: 30 } });
    await soundly();
  });

  it.each([-1, 1.5, 1e12, Number.NaN])('ADM-13: refuses %d credits', async (credits) => {
    await expect(adjust(uuidv7(), credits)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('refuses a closed account', async () => {
    const userId = uuidv7();
    await stack.calls.call(billingCalls.freezeAccount, { userId });
    await expect(adjust(userId, 5)).rejects.toMatchObject({ code: 'account_closed' });
  });

  it('ADM-11: tells what each of many has', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    await adjust(one, 4);
    expect(await stack.calls.call(billingCalls.getCredits, { userIds: [one, other] })).toEqual({
      credits: { [one]: 4 },
    });
  });
});
