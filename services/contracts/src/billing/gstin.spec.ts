import { isGstin } from './gstin';

describe('isGstin', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('accepts %s', (gstin) => expect(isGstin(gstin)).toBe(true));

  it.each(['27AAPFU0939F1ZW', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939F1ZV ', ''])('rejects %p', (gstin) =>
    expect(isGstin(gstin)).toBe(false),
  );

  it('rejects a GSTIN with two adjacent characters swapped', () => {
    const good = '27AAPFU0939F1ZV';
    for (let i = 0; i < 13; i += 1) {
      const [a = '', b = ''] = [good[i], good[i + 1]];
      if (a !== b) expect(isGstin(good.slice(0, i) + b + a + good.slice(i + 2))).toBe(false);
    }
  });
});
