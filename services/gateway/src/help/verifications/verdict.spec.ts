import fc from 'fast-check';
import { claimOf, type Evidence, verdictOf } from './verdict';

const CLAIMS = ['matches', 'differs', 'incomparable', null] as const;
const evidence: fc.Arbitrary<Evidence> = fc.record({
  ...{ isSigned: fc.boolean(), claim: fc.constantFrom(...CLAIMS), isSimilar: fc.boolean() },
});

describe('verdicts', () => {
  it.each([
    [true, null, false, 'made_here'],
    [true, 'differs', false, 'made_here'],
    [true, 'incomparable', true, 'made_here'],
    [false, 'matches', false, 'made_here'],
    [false, 'differs', false, 'differs'],
    [false, 'differs', true, 'looks_alike'],
    [false, 'incomparable', false, 'unconfirmed'],
    [false, 'incomparable', true, 'looks_alike'],
    [false, null, true, 'looks_alike'],
    [false, null, false, 'unknown'],
  ] as const)('signed: %s, claim: %s, similar: %s is %s', (isSigned, claim, isSimilar, verdict) => {
    expect(verdictOf({ isSigned, claim, isSimilar })).toBe(verdict);
  });

  it('only a match or our intact signature proves that a file was made here', () => {
    fc.assert(
      fc.property(evidence, ({ isSigned, claim, isSimilar }) => {
        const verdict = verdictOf({ isSigned, claim, isSimilar });
        expect(verdict === 'made_here').toBe(isSigned || claim === 'matches');
        if (!isSigned && claim !== 'matches') expect(verdict === 'looks_alike').toBe(isSimilar);
      }),
    );
  });

  it('a claim without a comparison is no match', () => {
    expect([true, false, null].map(claimOf)).toEqual(['matches', 'differs', 'incomparable']);
  });
});
