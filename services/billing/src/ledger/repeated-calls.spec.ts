import { billingCalls } from '@luit/contracts/billing/messages';
import type { CallContract } from '@luit/contracts/messages/message';
import { rowCounts } from '@luit/platform/testing/row-counts';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { checkout } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { available, order, pay } from '../testing/purchases';
import { createCode, OPERATOR, terms } from '../testing/promo-codes';

type Name = keyof typeof billingCalls;

/** Without the events of attempts at refunds, which run in the background. */
const EVENTS = `outbox WHERE kind = 'event' AND name NOT IN ('billing.refundProgressed', 'billing.refundPaid')`;
const TABLES = [
  ...['accounts', 'transfers', 'transactions', 'lots', 'orders', 'payments', 'refunds', 'invoices'],
  ...['promo_codes', 'promo_code_redemptions', 'approvals', 'unapproved_amounts', EVENTS],
];
const REASON = 'The provider was down';
const buyer = () => ({ userId: uuidv7(), name: 'Asha Das', email: 'asha@example.com' });
const key = () => ({ idempotencyKey: uuidv7() });

/** A valid request of each call that spends, gives or refunds, and the user that it is about. */
const REQUESTS: Partial<Record<Name, (app: BillingTestApp) => Promise<{ input: object; userId?: string }>>> = {
  grantCredits: async () => {
    const userId = uuidv7();
    return { userId, input: { userId, credits: 20, description: 'A gift', expiresAt: null, ...key() } };
  },
  deductCredits: async (app) => {
    const { userId } = await pay(app);
    return { userId, input: { userId, credits: 18, reason: 'video_generation', ...key() } };
  },
  adjustCredits: async (app) => {
    const { userId } = await pay(app);
    return { userId, input: { adminId: uuidv7(), userId, credits: 120, reason: REASON, ...key() } };
  },
  requestApproval: async () => {
    const userId = uuidv7();
    const action = { kind: 'credits', userId, credits: 20_000, expectedCredits: 0 };
    return { userId, input: { ...OPERATOR, action, preview: {}, reason: REASON, ...key() } };
  },
  createOrder: async () => ({ input: { buyer: buyer(), packId: 'starter', ...key() } }),
  createVideoOrder: async () => {
    const video = { planId: '5s-480p', planName: 'Standard Video', duration: 5, credits: 18 };
    return { input: { requestId: uuidv7(), accountId: uuidv7(), buyer: null, email: null, ...video } };
  },
  verifyPayment: async (app) => {
    const { userId, order: created } = await order(app);
    return { userId, input: await checkout(app.sandbox.url, created.razorpayOrderId, 'success', 'none') };
  },
  createPromoCode: async () => ({ input: { ...OPERATOR, ...terms(), reason: REASON, ...key() } }),
  redeemPromoCode: async (app) => {
    const userId = uuidv7();
    return { userId, input: { userId, code: (await createCode(app)).code, ...key() } };
  },
  refundPurchase: async (app) => {
    const { userId, transactionId } = await pay(app);
    return { userId, input: { userId, transactionId, ...key() } };
  },
  refundTransaction: async (app) => {
    const { userId, transactionId } = await pay(app);
    return { userId, input: { adminId: uuidv7(), transactionId, amountPaise: 990, reason: REASON, ...key() } };
  },
  refundUnusedCredits: async (app) => {
    const { userId } = await pay(app);
    return { userId, input: { userId } };
  },
};

/** Calls whose requests contain an idempotency key. */
const keyed = Object.entries<CallContract<unknown, unknown>>(billingCalls).flatMap(
  ([name, { input, isForOperators }]) => {
    const { properties = {} } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
    return 'idempotencyKey' in properties && !isForOperators ? [name as Name] : [];
  },
);

describe('calls that spend, give or refund', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [60_000], pollScheduleMs: [60_000] });
  });
  afterAll(() => app.close());

  it('every call with an idempotency key is tried below', () => {
    expect(Object.keys(REQUESTS)).toEqual(expect.arrayContaining(keyed));
  });

  it.each(Object.entries(REQUESTS))(
    '%s has one effect, however often and at once it is repeated',
    async (name, prepare) => {
      const contract = billingCalls[name as Name] as unknown as CallContract<object, object>;
      const { input, userId } = await prepare(app);
      const first = await app.calls.call(contract, input);
      const credits = userId && (await available(app, userId));
      const rows = await rowCounts(app.source, TABLES);
      const repeated = await Promise.all([1, 2, 3].map(() => app.calls.call(contract, input)));
      expect(await rowCounts(app.source, TABLES)).toEqual(rows);
      expect(userId && (await available(app, userId))).toEqual(credits);
      if (name !== 'refundUnusedCredits' && name !== 'verifyPayment')
        expect(repeated.map((answer) => ({ ...answer, balance: null }))).toEqual(
          Array(3).fill({ ...first, balance: null }),
        );
      await expectInvariantsHold(app.source);
    },
  );

  it.each(Object.entries(REQUESTS))('%s has one effect when both requests arrive together', async (name, prepare) => {
    const contract = billingCalls[name as Name] as unknown as CallContract<object, object>;
    const alone = await prepare(app);
    const before = await rowCounts(app.source, TABLES);
    await app.calls.call(contract, alone.input);
    const once = difference(before, await rowCounts(app.source, TABLES));
    const together = await prepare(app);
    const start = await rowCounts(app.source, TABLES);
    await Promise.allSettled([1, 2].map(() => app.calls.call(contract, together.input)));
    expect(difference(start, await rowCounts(app.source, TABLES))).toEqual(once);
    await expectInvariantsHold(app.source);
  });
});

/** How many rows each table gained. */
function difference(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}
