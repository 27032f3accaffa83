/**
 * Code points that a search ignores, as ranges: accents, the nukta of Indic scripts, the vowel marks of Arabic and Hebrew, and
 * invisible characters. Vowel signs and viramas of Indic scripts are not among them, because they distinguish words.
 */
export const IGNORED_IN_SEARCH: readonly (readonly [first: number, last: number])[] = [
  ...([
    [0x00ad, 0x00ad],
    [0x0300, 0x036f],
    [0x0591, 0x05bd],
    [0x05bf, 0x05bf],
    [0x05c1, 0x05c2],
  ] as const),
  ...([
    [0x05c4, 0x05c5],
    [0x05c7, 0x05c7],
    [0x0640, 0x0640],
    [0x064b, 0x065f],
    [0x0670, 0x0670],
  ] as const),
  ...([
    [0x093c, 0x093c],
    [0x09bc, 0x09bc],
    [0x0a3c, 0x0a3c],
    [0x0abc, 0x0abc],
    [0x0b3c, 0x0b3c],
  ] as const),
  ...([
    [0x0c3c, 0x0c3c],
    [0x0cbc, 0x0cbc],
    [0x1ab0, 0x1aff],
    [0x1dc0, 0x1dff],
    [0x200b, 0x200f],
  ] as const),
  ...([
    [0x2060, 0x2064],
    [0x20d0, 0x20ff],
    [0xfe00, 0xfe0f],
    [0xfe20, 0xfe2f],
    [0xfeff, 0xfeff],
  ] as const),
  ...([
    [0x110ba, 0x110ba],
    [0x1133b, 0x1133c],
    [0x114c3, 0x114c3],
    [0x115c0, 0x115c0],
  ] as const),
];

const hex = (point: number) => `\\u{${point.toString(16)}}`;
const IGNORED = new RegExp(
  `[${IGNORED_IN_SEARCH.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`,
  'gu',
);

/**
 * The form in which a search compares texts: without case, width, accents and invisible characters. Apply it to both sides. The SQL
 * function `search_text` returns the same.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(IGNORED, '');
}
