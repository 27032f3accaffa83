// cspell:disable
import fc from 'fast-check';
import { canonicalEmail, displayedEmail } from './email-address';

const SPELLINGS = [
  [
    'asha@münchen.de',
    'ASHA@MÜNCHEN.DE',
    'asha@xn--mnchen-3ya.de',
    'Asha@XN--Mnchen-3YA.de',
    'asha@mu\u0308nchen.de',
    'asha@münchen.de.',
  ],
  [
    'asha@example.com',
    'ａｓｈａ@example.com',
    'asha＠example.com',
    'asha@ｅｘａｍｐｌｅ．ｃｏｍ',
    'asha@example。com',
    ' asha@Example.COM ',
  ],
  ['josé@example.com', 'jose\u0301@example.com', 'JOSÉ@example.com', 'JOSE\u0301@EXAMPLE.COM'],
  ['रितु@उदाहरण.भारत', 'रितु@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['a@straße.de', 'a@xn--strae-oqa.de', 'A@STRASSE.DE'].slice(0, 2),
  ['a@exam\u00adple.com', 'a@example.com'],
];

describe('an email address', () => {
  it.each(SPELLINGS.map((spellings) => [spellings[0] ?? '', spellings] as const))(
    '%s has one canonical spelling',
    (_, all) => {
      expect(new Set(all.map(canonicalEmail)).size).toBe(1);
    },
  );

  it('other addresses stay apart', () => {
    const others = [
      'asha@münchen.de',
      'asha@munchen.de',
      'asha+1@munchen.de',
      'asha@strasse.de',
      'asha@straße.de',
      'a.sha@munchen.de',
    ];
    expect(new Set(others.map(canonicalEmail)).size).toBe(others.length);
  });

  it('is shown with the case of ASCII and with a readable domain', () => {
    expect(displayedEmail('Ritu.Das@Example.com')).toBe('Ritu.Das@Example.com');
    expect(displayedEmail('Ritu@xn--mnchen-3ya.de')).toBe('Ritu@münchen.de');
    expect(displayedEmail('JOSE\u0301@Example.com')).toBe('josé@example.com');
  });

  it('has the same canonical spelling in every case, width, form of composition and spelling of its domain', () => {
    const local = fc.string({
      unit: fc.constantFrom(...'abzAZ09._+éÉßİıΣςकि\u093cঅńｘ１'),
      minLength: 1,
      maxLength: 12,
    });
    const label = fc.string({ unit: fc.constantFrom(...'abzAZ09éüÜńкКकअ'), minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(local, label, (name, domain) => {
        const typed = `${name}@${domain}.example`;
        const canonical = canonicalEmail(typed);
        expect(canonicalEmail(canonical)).toBe(canonical);
        expect(canonicalEmail(typed.normalize('NFD'))).toBe(canonical);
        expect(canonicalEmail(displayedEmail(typed))).toBe(canonical);
        expect(displayedEmail(typed).replace(/[A-Z]/g, (letter) => letter.toLowerCase())).toBe(canonical);
      }),
    );
  });

  it('of any text, the canonical spelling of the canonical spelling is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(canonicalEmail(canonicalEmail(text))).toBe(canonicalEmail(text));
      }),
    );
  });
});
