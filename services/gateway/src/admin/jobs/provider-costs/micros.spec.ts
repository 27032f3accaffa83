import { toMicros } from '@luit/contracts/billing/money';
import fc from 'fast-check';
import { fromMicros } from './micros';

describe('decimal text of millionths', () => {
  it('survives a round trip without losing a digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (micros) => expect(toMicros(fromMicros(micros))).toBe(micros)),
    );
  });

  it.each([
    ['0.18', 180_000],
    ['0', 0],
    ['84.123457', 84_123_457],
    ['1000000', 1e12],
    ['0.000001', 1],
  ])('%s is %d millionths', (text, micros) => {
    expect(toMicros(text)).toBe(micros);
    expect(fromMicros(micros)).toBe(text);
  });

  it('shows losses with a sign', () => expect(fromMicros(-1_500_000)).toBe('-1.5'));
});
