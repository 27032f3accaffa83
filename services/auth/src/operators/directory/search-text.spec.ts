// cspell:disable
import { searchText } from '@luit/contracts/messages/search-text';
import fc from 'fast-check';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const SAME = [
  ['Café', 'cafe\u0301', 'CAFE', 'ｃａｆé', 'ca\u00adfe\u200b'],
  ['क़लम', 'क\u093cलम', 'कलम'],
  ['বাড়ি', 'বাড\u09bcি', 'বাডি'],
  ['Σίσυφος', 'ΣΙΣΥΦΟΣ', 'σισυφοσ'],
  ['İstanbul', 'istanbul', 'I\u0307STANBUL'],
  ['ﬁlm', 'FILM', 'ｆｉｌｍ'],
  ['مُحَمَّد', 'محمد'],
];
const LETTERS = [
  'a',
  'Z',
  'É',
  'ß',
  'ſ',
  'İ',
  'ı',
  'Σ',
  'ς',
  'ﬁ',
  'Ａ',
  'ｱﾞ',
  '가',
  'क',
  '़',
  'ि',
  '्',
  'ড়',
  'ো',
  'غ',
  'َ',
  'א',
  'ָ',
];
const OTHERS = [
  '\u0301',
  '\u0345',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u{1133c}',
  '①',
  '½',
  'Ⓐ',
  'Ω',
  '\u2126',
  'K',
  'Å',
  ' ',
  '%',
  '🌊',
  'Ǆ',
  'ᾳ',
  '𐐀',
];

describe('texts as searches compare them', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());

  const inSql = async (texts: string[]) =>
    (
      await app.rows<{ text: string }>(
        'SELECT search_text(t) AS text FROM unnest($1::text[]) WITH ORDINALITY AS u (t, n) ORDER BY n',
        [texts],
      )
    ).map(({ text }) => text);

  it.each(SAME.map((texts) => [texts[0] ?? '', texts] as const))('%s is found in every spelling', (_, texts) => {
    expect(new Set(texts.map(searchText)).size).toBe(1);
  });

  it('words that differ stay different', () => {
    const words = ['कल', 'कुल', 'किल', 'कील', 'क्ल', 'が', 'か', 'cafe', 'cave'];
    expect(new Set(words.map(searchText)).size).toBe(words.length);
  });

  it('are the same in SQL and here, and normalizing twice changes nothing', async () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...LETTERS, ...OTHERS), fc.string({ unit: 'grapheme', maxLength: 2 })),
    });
    // Postgres cannot store NUL.
    const texts = fc.array(
      text.map((each) => each.replaceAll('\0', '')),
      { minLength: 50, maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (sample) => {
        const expected = sample.map(searchText);
        expect(await inSql(sample)).toEqual(expected);
        expect(expected.map(searchText)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('the search of operators finds names by the index, without a call for each row', async () => {
    const { user } = await app.confirmed();
    await app.rows('UPDATE users SET name = $2 WHERE id = $1', [user.id, 'Zo\u0308e क़लम']);
    await app.rows('ANALYZE users');
    await app.rows('SET enable_seqscan = off');
    const plan = await app.rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM users WHERE search_text(name) LIKE 'zoe%' ORDER BY search_text(name) USING ~<~ LIMIT 8`,
    );
    await app.rows('RESET enable_seqscan');
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('users_by_start_of_name');
    // A function that is not inlined is called for each row.
    expect(lines).not.toMatch(/Sort|Seq Scan|search_text\(/);
  });
});
