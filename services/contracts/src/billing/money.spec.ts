import fc from 'fast-check';
import { toMicros, toPaise } from './money';

const paise = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** What a reader of the amount means, by arithmetic on whole numbers. */
const written = (units: number) => `${(units - (units % 100)) / 100}.${String(units % 100).padStart(2, '0')}`;

describe('amounts of money', () => {
  it('every amount in whole paise is read exactly from text', () => {
    fc.assert(fc.property(paise, (units) => expect(toPaise(written(units))).toBe(units)));
  });

  it('every amount up to a billion rupees is read exactly from a number', () => {
    const upTo = fc.integer({ min: 0, max: 100_000_000_000 });
    fc.assert(fc.property(upTo, (units) => expect(toPaise(Number(written(units)))).toBe(units)));
  });

  it('any other value is refused, and none throws', () => {
    const values = fc.oneof(fc.double(), fc.string(), fc.constantFrom(1e-7, -1e-9, 5e-324, 1e21, 1e300, -1, 0.001));
    fc.assert(
      fc.property(values, (value) => {
        const units = toPaise(value);
        const isPlain = /^\d+(\.\d{1,2})?$/.test(String(value)) && Number(value) * 100 <= Number.MAX_SAFE_INTEGER;
        if (!isPlain) expect(units).toBeNaN();
        // The text of -0 is "0", and adding 0 makes it 0.
        else expect(units).toBe(Math.round(Number(value) * 100) + 0);
      }),
    );
  });

  it.each([
    1e-7,
    -1e-9,
    5e-324,
    1.005,
    1e21,
    NaN,
    Infinity,
    -1,
    '',
    ' 1',
    '1e2',
    '0x10',
    '+1',
    '1.',
    '.5',
    '1,000',
    '１',
  ])('%p is no amount', (value) => expect(toPaise(value)).toBeNaN());

  it.each([
    ['0.18', 180_000],
    ['0', 0],
    ['84.123457', 84_123_457],
    ['1000000', 1e12],
    ['0.000001', 1],
  ])('%s is %d millionths', (text, micros) => expect(toMicros(text)).toBe(micros));
});
