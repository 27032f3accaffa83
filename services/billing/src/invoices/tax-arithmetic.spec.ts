import fc from 'fast-check';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';

describe('included tax and the financial year [G-48]', () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });

  afterAll(() => fixture.close());

  it('for each price up to ₹2,500, the parts sum to the price, CGST equals SGST, and each tax is within half a paisa', async () => {
    for (const [rate, isInterstate] of [
      [1_800, true],
      [1_800, false],
      [500, false],
      [0, false],
    ]) {
      const [row] = await fixture.source.query<[{ invalid: string; prices: string }]>(
        `WITH prices AS MATERIALIZED (
           SELECT total, total::numeric * $1 / (10000 + $1) AS exact, tax.*
             FROM generate_series(1, 250000) total, LATERAL included_tax(total, $1, $2) tax)
         SELECT count(*) AS prices, count(*) FILTER (WHERE
                  taxable + cgst + sgst + igst <> total OR cgst <> sgst OR taxable < 0 OR cgst < 0 OR igst < 0
                  OR ($2 AND cgst > 0) OR (NOT $2 AND igst > 0)
                  OR abs(igst + cgst - exact / CASE WHEN $2 THEN 1 ELSE 2 END) > 0.5) AS invalid
           FROM prices`,
        [rate, isInterstate],
      );
      expect(row).toEqual({ invalid: '0', prices: '250000' });
    }
  });

  it('partial refunds of any price in parts of at least ₹1 add up to its tax', async () => {
    const prices = fc.record({
      parts: fc.array(fc.integer({ min: 100, max: 10_000_000 }), { minLength: 1, maxLength: 12 }),
      rate: fc.integer({ min: 0, max: 4_000 }),
      isInterstate: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(prices, async ({ parts, rate, isInterstate }) => {
        const [row] = await fixture.source.query<[{ is_even: boolean; is_positive: boolean }]>(
          `WITH sums AS (
             SELECT part, sum(part) OVER (ORDER BY n)::bigint AS total
               FROM unnest($1::bigint[]) WITH ORDINALITY AS p(part, n)
           ), notes AS (
             SELECT total, after.taxable - before.taxable AS taxable, after.cgst - before.cgst AS cgst,
                    after.igst - before.igst AS igst
               FROM sums, included_tax(total - part, $2, $3) before, included_tax(total, $2, $3) after)
           SELECT bool_and(taxable > 0 AND cgst >= 0 AND igst >= 0) AS is_positive,
                  sum(taxable) = (included_tax(max(total), $2, $3)).taxable AS is_even FROM notes`,
          [parts, rate, isInterstate],
        );
        expect(row).toEqual({ is_even: true, is_positive: true });
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['2026-03-31T18:29:59.999Z', 2025],
    ['2026-03-31T18:30:00.000Z', 2026],
    ['2026-12-31T20:00:00.000Z', 2026],
    ['2027-03-31T12:00:00.000Z', 2026],
    ['2028-02-29T12:00:00.000Z', 2027],
  ])('%s is in the financial year that began in %s', async (at, year) => {
    expect(await fixture.source.query(`SELECT financial_year($1) AS year`, [at])).toEqual([{ year }]);
  });
});
