import { LuitError } from '@luit/contracts/errors';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { insertCode, limitedTo } from '../testing/promo-codes';

/** `npm run verify -- slow` runs 1,000. */
const HISTORIES = Number(process.env.PROPERTY_HISTORIES ?? 30);
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const PARAMETERS = { seed: SEED, numRuns: Math.ceil(HISTORIES / 5), endOnFailure: true };
const TIMEOUT_MS = 60_000 + HISTORIES * 400;
const USERS = 4;

const user = fc.integer({ min: 0, max: USERS - 1 });
const code = fc.integer({ min: 0, max: 1 });
/** Few users, codes and keys, so that they collide. */
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('redeem' as const), user, code, key: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('deduct' as const), user, credits: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), user, credits: fc.integer({ min: 1, max: 8 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), code }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
const offer = fc.record({
  credits: fc.integer({ min: 1, max: 10 }),
  limit: fc.integer({ min: 1, max: USERS }),
  lifetimeDays: fc.constantFrom(null, 1),
});
const history = fc.record({
  offers: fc.array(offer, { minLength: 2, maxLength: 2 }),
  operations: fc.array(operation, { minLength: 4, maxLength: 20 }),
});

describe(`promotional codes in random concurrent histories (PROPERTY_SEED=${SEED})`, () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });
  afterAll(() => fixture.close());

  const perform = async (step: Operation, users: string[], codes: string[]) => {
    const { ledger, source } = fixture;
    switch (step.kind) {
      case 'redeem':
        return ledger.redeemPromoCode({
          idempotencyKey: `key-${step.key}`,
          userId: users[step.user]!,
          code: codes[step.code]!,
        });
      case 'deduct':
        return ledger.deduct(uuidv7(), users[step.user]!, step.credits, 'A video');
      case 'hold':
        return ledger.hold(uuidv7(), users[step.user]!, step.credits, 'A video');
      case 'expire':
        // Takes the account's lock first, as every operation on lots does; otherwise two of them could deadlock.
        await source.transaction(async (manager) => {
          await manager.query(`SELECT lock_account($1)`, [users[step.user]]);
          await manager.query(
            `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND expires_at > now()`,
            [users[step.user]],
          );
        });
        return ledger.sweepExpired(1_000);
      case 'end':
        return source.query(
          `UPDATE promo_codes SET ends_at = greatest(starts_at + interval '1 second', now()) WHERE code = $1`,
          [codes[step.code]],
        );
    }
  };

  it(
    'redemptions never exceed the limits, and the ledger sums to the balances',
    async () => {
      const property = fc.asyncProperty(history, async ({ offers, operations }) => {
        const users = Array.from({ length: USERS }, () => uuidv7());
        const codes = await Promise.all(
          offers.map(({ limit, ...terms }) => insertCode(fixture.source, { ...terms, ...limitedTo(limit) })),
        );
        const results = await Promise.allSettled(operations.map((step) => perform(step, users, codes)));
        for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LuitError);
        const granted = await fixture.source.query<
          { code: string; redemptions: number; users: number; credits: number }[]
        >(
          `SELECT c.code, count(*)::int AS redemptions, count(DISTINCT t.user_id)::int AS users, sum(t.amount)::int AS credits
             FROM promo_codes c JOIN transactions t ON t.reference_id = c.id::text WHERE c.code = ANY ($1) GROUP BY c.code`,
          [codes],
        );
        for (const { code: redeemed, redemptions, users: owners, credits } of granted) {
          const terms = offers[codes.indexOf(redeemed)]!;
          expect(redemptions).toBeLessThanOrEqual(terms.limit);
          expect(owners).toBe(redemptions);
          expect(credits).toBe(redemptions * terms.credits);
        }
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(fixture.source);
    },
    TIMEOUT_MS,
  );
});
