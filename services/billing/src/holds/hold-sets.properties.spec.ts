import { LuitError } from '@luit/contracts/errors';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const HISTORIES = Number(process.env.PROPERTY_HISTORIES ?? 30);

interface Set {
  count: number;
  credits: number;
}

const sets = fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), credits: fc.integer({ min: 1, max: 20 }) }), {
  minLength: 1,
  maxLength: 8,
});

describe(`holds of a set (PROPERTY_SEED=${SEED})`, () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });
  afterAll(() => fixture.close());

  const newHold = (userId: string, { count, credits }: Set, apiKeyId: string | undefined) => {
    const siblingIds = Array.from({ length: count - 1 }, () => uuidv7());
    return { holdId: uuidv7(), siblingIds, userId, credits, description: 'An image', apiKeyId, correlation: null };
  };
  const heldBy = async (userId: string): Promise<{ holds: number; credits: number }> => {
    const sql = `SELECT count(*)::int AS holds, coalesce(sum(credits), 0)::int AS credits FROM holds WHERE user_id = $1`;
    const [row] = await fixture.source.query<{ holds: number; credits: number }[]>(sql, [userId]);
    return row!;
  };

  it.each([
    ['the balance', false, 'insufficient_credits'],
    ['the budget of an API key', true, 'key_budget_exhausted'],
  ])('are placed all or none, as far as %s covers all of them', async (_, hasBudget, code) => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 150 }), sets, async (limit, requested) => {
      const [userId, apiKeyId] = [uuidv7(), hasBudget ? uuidv7() : undefined];
      const granted = hasBudget ? 10_000 : limit;
      await fixture.ledger.grant({ key: uuidv7(), userId, credits: granted, description: 'Gift', expiresAt: null });
      if (apiKeyId) {
        const budget = JSON.stringify({ monthlyCredits: null, totalCredits: limit });
        await fixture.source.query(`SELECT set_api_key_budget($1, $2, $3)`, [apiKeyId, userId, budget]);
      }
      const holds = requested.map((set) => newHold(userId, set, apiKeyId));
      const results = await fixture.ledger.placeHolds(holds, true);
      let left = limit;
      const expected = { holds: 0, credits: 0 };
      for (const [i, { count, credits }] of requested.entries()) {
        const required = count * credits;
        const result = results[i];
        if (required > left) {
          expect(result).toBeInstanceOf(LuitError);
          expect(result).toMatchObject({ code, details: { required, available: left } });
          continue;
        }
        expect(result).toMatchObject({ transactionId: expect.any(String) as string });
        left -= required;
        expected.holds += count;
        expected.credits += required;
      }
      expect(await heldBy(userId)).toEqual(expected);
      // The same holds again: the first results, and nothing more is held.
      const again = await fixture.ledger.placeHolds(
        holds.filter((__, i) => !(results[i] instanceof LuitError)),
        true,
      );
      expect(again.some((result) => result instanceof LuitError)).toBe(false);
      expect(await heldBy(userId)).toEqual(expected);
    });
    await fc.assert(property, { seed: SEED, numRuns: HISTORIES });
    await expectInvariantsHold(fixture.source);
  });
});
