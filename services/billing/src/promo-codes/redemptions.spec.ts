import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { RefundReconciler } from '../reconciliation/refund-reconciler';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { createCode, limitedTo, newCode, ONLY_NEW_CUSTOMERS, OPERATOR } from '../testing/promo-codes';
import { refundInDashboard } from '../testing/checkout';
import { available, pay } from '../testing/purchases';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const refusal = (reason: string) => ({ code: 'promo_code_not_redeemable', status: 409, details: { reason } });

describe('redemptions of promotional codes [G-17]', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterEach(() => expectInvariantsHold(app.source));
  afterAll(() => app.close());

  const redeem = (code: string, userId: string = uuidv7(), idempotencyKey: string = uuidv7()) =>
    app.calls.call(billingCalls.redeemPromoCode, { userId, code, idempotencyKey });
  const lotsOf = async (userId: string) => (await app.calls.call(billingCalls.listLots, { userId })).lots;
  const statement = async (userId: string) =>
    (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;
  const redemptionsOf = async (code: string) =>
    (await app.calls.call(billingCalls.getPromoCode, { promoCode: code })).redemptions;

  it('grants a lot with its expiry, named in the history', async () => {
    const { code, id } = await createCode(app);
    const userId = uuidv7();
    const redeemed = await redeem(code, userId);
    expect(redeemed).toMatchObject({ code, credits: 20, balance: { available: 20, held: 0 } });
    const [lot] = await lotsOf(userId);
    expect(lot).toMatchObject({ kind: 'grant', remaining: 20, description: `Promotional code ${code}` });
    expect(lot?.expires_at).toBe(redeemed.expiresAt);
    expect(Math.abs(Date.parse(redeemed.expiresAt!) - Date.parse(inDays(30)))).toBeLessThan(60_000);
    const [row] = await statement(userId);
    expect(row).toMatchObject({
      type: 'grant',
      isRedemption: true,
      amount: 20,
      description: `Promotional code ${code}`,
      reference_id: id,
    });
  });

  it('repays a debt first, and answers with the balance after that, also when it is repeated', async () => {
    const paid = await pay(app);
    const { userId } = paid;
    const credits = await available(app, userId);
    const spent = { userId, credits: credits - 5, reason: 'x', idempotencyKey: uuidv7() };
    await app.calls.call(billingCalls.deductCredits, spent);
    await refundInDashboard(app.sandbox.url, paid.paymentId, { amount: 1_500, webhooks: 'none' });
    await app.get(RefundReconciler).recordMissed();
    const { code } = await createCode(app);
    const key = uuidv7();
    const left = await available(app, userId);
    const redeemed = await redeem(code, userId, key);
    const balance = { credits: left + 10, available: left + 10, held: 0 };
    expect(redeemed).toMatchObject({ credits: 20, balance });
    expect(await available(app, userId)).toBe(balance.available);
    await app.calls.call(billingCalls.deductCredits, { ...spent, credits: 1, idempotencyKey: uuidv7() });
    expect(await redeem(code, userId, key)).toEqual(redeemed);
  });

  it('pushes the new balance in the transaction of the grant', async () => {
    const { code, id } = await createCode(app);
    const userId = uuidv7();
    const runner = app.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT redeem_promo_code('key', $1, $2, NULL)`, [userId, code]);
    const pushed = (await runner.query(
      `SELECT payload FROM outbox WHERE name = 'billing.balanceChanged' AND payload ->> 'userId' = $1`,
      [userId],
    )) as { payload: object }[];
    await runner.rollbackTransaction();
    await runner.release();
    expect(pushed.map(({ payload }) => payload)).toEqual([
      { userId, balance: { credits: 20, available: 20, held: 0 }, reason: 'grant', referenceId: id },
    ]);
  });

  it('recognizes a code in any case, with spaces and hyphens', async () => {
    const code = newCode();
    await createCode(app, { code: code.toLowerCase() });
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect(await redeem(typed)).toMatchObject({ code });
  });

  it('credits without a lifetime never expire', async () => {
    const { code } = await createCode(app, { lifetimeDays: null });
    expect(await redeem(code)).toMatchObject({ expiresAt: null });
  });

  it('refuses a code that is unknown, not yet valid, expired or disabled, and grants nothing', async () => {
    const userId = uuidv7();
    const later = await createCode(app, { startsAt: inDays(1), endsAt: inDays(2) });
    const past = await createCode(app);
    await app.source.query(`UPDATE promo_codes SET ends_at = now() WHERE id = $1`, [past.id]);
    const disabled = await createCode(app);
    await app.calls.call(billingCalls.disablePromoCode, { ...OPERATOR, id: disabled.id, reason: 'Leaked' });
    await expect(redeem('UNKNOWN2026', userId)).rejects.toMatchObject(refusal('unknown'));
    await expect(redeem(later.code, userId)).rejects.toMatchObject(refusal('not_started'));
    await expect(redeem(past.code, userId)).rejects.toMatchObject(refusal('ended'));
    await expect(redeem(disabled.code, userId)).rejects.toMatchObject(refusal('ended'));
    expect(await statement(userId)).toEqual([]);
  });

  it('a user redeems a code once, and the same request returns the first result', async () => {
    const { code } = await createCode(app);
    const [userId, key] = [uuidv7(), uuidv7()];
    const first = await redeem(code, userId, key);
    expect(await redeem(code, userId, key)).toEqual(first);
    await expect(redeem(code, userId)).rejects.toMatchObject(refusal('already_used'));
    const other = await createCode(app);
    await expect(redeem(other.code, userId, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await statement(userId)).toHaveLength(1);
    expect(await redemptionsOf(code)).toBe(1);
  });

  it('concurrent requests of one user redeem a code once', async () => {
    const { code } = await createCode(app);
    const userId = uuidv7();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => redeem(code, userId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal('already_used'));
    expect(await available(app, userId)).toBe(20);
  });

  it('of concurrent redemptions of the last one, exactly one succeeds', async () => {
    const { code } = await createCode(app, limitedTo(1));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => redeem(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal('used_up'));
    expect(await redemptionsOf(code)).toBe(1);
  });

  it('a redemption waits for another one of the last, and is refused as soon as that is committed', async () => {
    const { code } = await createCode(app, limitedTo(1));
    const runner = app.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT redeem_promo_code('key', $1, $2, NULL)`, [uuidv7(), code]);
    const second = expect(redeem(code)).rejects.toMatchObject(refusal('used_up'));
    await eventually(async () =>
      expect(
        await app.admin.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%redeem_promo_code%'`,
        ),
      ).toHaveLength(1),
    );
    await runner.commitTransaction();
    await runner.release();
    await second;
    expect(await redemptionsOf(code)).toBe(1);
  });

  it('a code for new customers refuses users who bought credits or a video', async () => {
    const { code } = await createCode(app, ONLY_NEW_CUSTOMERS);
    const { userId } = await pay(app);
    await expect(redeem(code, userId)).rejects.toMatchObject(refusal('new_customers_only'));
    const viewer = uuidv7();
    await app.source.query(
      `INSERT INTO orders (id, user_id, kind, request_id, buyer_id, state, pack_id, pack_name, credits, amount_paise, currency,
                           receipt, razorpay_order_id)
       SELECT g.id, uuidv7(), 'plan', uuidv7(), $1, 'paid', '5s-480p', 'Video', 18, 1800, 'INR', g.id::text, g.id::text
         FROM (SELECT uuidv7() AS id) g`,
      [viewer],
    );
    await expect(redeem(code, viewer)).rejects.toMatchObject(refusal('new_customers_only'));
    await app.source.query(`DELETE FROM orders WHERE buyer_id = $1`, [viewer]);
    expect(await redeem(code)).toMatchObject({ credits: 20 });
  });

  it('a closed account redeems nothing', async () => {
    const { code } = await createCode(app);
    const userId = uuidv7();
    await app.calls.call(billingCalls.freezeAccount, { userId });
    await expect(redeem(code, userId)).rejects.toMatchObject({ code: 'account_closed' });
    expect(await redemptionsOf(code)).toBe(0);
  });

  it('credits of a code that expire are spent before purchased ones', async () => {
    const { code } = await createCode(app);
    const { userId } = await pay(app);
    await redeem(code, userId);
    await app.calls.call(billingCalls.deductCredits, {
      userId,
      credits: 25,
      reason: 'A video',
      idempotencyKey: uuidv7(),
    });
    expect((await lotsOf(userId)).map(({ kind, remaining }) => [kind, remaining])).toEqual([['purchase', 95]]);
  });

  it('expired credits leave the balance with an entry of their own, and a job that held some is safe', async () => {
    const { code } = await createCode(app);
    const [userId, jobId] = [uuidv7(), uuidv7()];
    await redeem(code, userId);
    await app.ledger.hold(jobId, userId, 8, 'A video');
    await app.source.query(`UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [userId]);
    await app.ledger.sweepExpired(1_000);
    expect(await app.calls.call(billingCalls.getBalance, { userId })).toMatchObject({ available: 0, held: 8 });
    expect(await statement(userId)).toMatchObject([
      { type: 'adjustment', amount: -12, description: 'Promotional credits expired' },
      { type: 'usage', amount: -8, status: 'pending' },
      { type: 'grant', amount: 20 },
    ]);
    await expectInvariantsHold(app.source);
    // The job fails: its credits return, and can be spent for another week.
    await app.ledger.release(jobId, userId, 'Refund: the video failed');
    expect(await available(app, userId)).toBe(8);
    const [lot] = await lotsOf(userId);
    expect(Date.parse(lot!.expires_at!)).toBeGreaterThan(Date.parse(inDays(6)));
  });

  it('credits of a code are never refunded as money and are no revenue', async () => {
    const { code } = await createCode(app);
    const { userId, transactionId } = await pay(app);
    const redeemed = await redeem(code, userId);
    const jobId = uuidv7();
    await app.ledger.hold(jobId, userId, 20, 'A video');
    await app.ledger.capture(jobId, userId);
    const { revenues } = await app.calls.call(billingCalls.getJobRevenues, { requestIds: [jobId] });
    expect(revenues[jobId]).toEqual({ credits: 20, micros: 0 });
    const preview = (of: string) =>
      app.calls.call(billingCalls.previewRefund, { transactionId: of, amountPaise: 9_900 });
    await expect(preview(redeemed.transactionId)).rejects.toMatchObject({ code: 'not_refundable' });
    // The refund of the purchase takes credits of the purchase, never credits of the code.
    const other = await createCode(app);
    await redeem(other.code, userId);
    expect(await preview(transactionId)).toMatchObject({ credits: 100 });
    expect(await app.calls.call(billingCalls.quoteUnusedCredits, { userId })).toMatchObject({ credits: 100 });
  });
});
