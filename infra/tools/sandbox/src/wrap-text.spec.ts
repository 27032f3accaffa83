import fc from 'fast-check';
import { wrapText } from './wrap-text';

describe('wrapText', () => {
  it('wraps between words at forty characters', () => {
    expect(wrapText('A slow aerial shot of a misty valley at dawn, with birds')).toBe(
      'A slow aerial shot of a misty valley at\ndawn, with birds',
    );
  });

  it('returns at most five lines that fit, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const lines = wrapText(text).split('\n');
        expect(lines.length).toBeLessThanOrEqual(5);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(41);
        expect(lines.join('')).not.toMatch(/\p{C}/u);
      }),
    );
  });
});
