import fc from 'fast-check';
import { textRuns } from './text-runs';

const NAMES = {
  Assamese: 'মৃদুলা হাজৰিকা',
  Chinese: '王小明',
  Devanagari: 'क्षितिज शर्मा',
  emoji: 'Ria 🌊👩🏽‍🎨 ❤️ 👨‍👩‍👧',
  Greek: 'Ελένη',
  Gujarati: 'અમિત પટેલ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Kannada: 'ಸುಧಾ ಮೂರ್ತಿ',
  Malayalam: 'മോഹൻലാൽ',
  Meitei: 'ꯃꯩꯇꯩ ꯂꯣꯟ',
  Odia: 'ସୁଭାଷ ଚନ୍ଦ୍ର',
  'Ol Chiki': 'ᱥᱟᱱᱛᱟᱲᱤ',
  Tamil: 'தமிழ்ச் செல்வி',
  Telugu: 'శ్రీనివాస్ రావు',
  Urdu: 'محمد علی، ۱۲۳',
};
const isComplete = (line: string) =>
  textRuns(line, 'semibold').every(({ text, font, features = {} }) =>
    font.outlines.layout(text, features).glyphs.every(({ id }) => id !== 0),
  );
/** The characters of the glyphs from left to right. */
const seen = (line: string) =>
  textRuns(line, 'regular')
    .flatMap(({ text, font, features = {} }) => font.outlines.layout(text, features).glyphs)
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('');
const drawn = (line: string) => textRuns(line, 'regular').map(({ text }) => text);

describe('runs of text', () => {
  it.each(Object.entries(NAMES))('a name in %s has a glyph for each character, also beside Latin', (_, name) => {
    for (const line of [name, `Ravi ${name} & Sons`, `${name} (${NAMES.Urdu})`]) expect(isComplete(line)).toBe(true);
  });

  it('no text draws an empty box', () => {
    const any = fc.oneof(fc.constantFrom(...Object.values(NAMES)), fc.string({ unit: 'binary', maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (parts) => expect(isComplete(parts.join(' '))).toBe(true)),
      { numRuns: 50 },
    );
  });

  it('only what no font has becomes a question mark', () => {
    expect(drawn('Wang 王小明').join('')).toBe('Wang ???');
    for (const name of Object.values(NAMES))
      if (name !== NAMES.Chinese) expect(drawn(name).join('')).not.toContain('?');
  });

  it('words of Urdu are drawn from right to left, and Latin words and numbers among them from left to right', () => {
    const name = 'محمد علی';
    expect(seen(name)).toBe([...name].reverse().join(''));
    expect(seen('علی ۱۲۳ 45')).toBe('45 ۱۲۳ یلع');
    expect(drawn('محمد علی')).toEqual(['علی', ' ', 'محمد']);
    expect(drawn('محمد (Ali) 12')).toEqual(['12', ' ', '(', 'Ali', ')', ' ', 'محمد']);
    expect(drawn('Ali محمد علی & Sons').join('')).toBe('Ali علی محمد & Sons');
  });

  it('a line of one script is one run', () => {
    expect(drawn('Mridula Hazarika, Guwahati (18)')).toHaveLength(1);
    expect(drawn('क्षितिज शर्मा')).toHaveLength(1);
  });
});
