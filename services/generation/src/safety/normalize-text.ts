/** Letters of other scripts that look like Latin ones, and the signs that replace letters. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  // Assamese and Bengali write one sound with two letters.
  ৰ: 'র',
  // Devanagari writes a nasal with either sign.
  'ँ': 'ं',
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu');

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };

/** The first digits of scripts with digits that are read as ASCII digits: Devanagari, Bengali. */
const ZEROS = [0x0966, 0x09e6];

/** Invisible characters, accents, and the dots and nasal signs that are often left out. Vowel signs stay. */
const DROPPED =
  /[\p{Cf}\u0300-\u036f\u093c\u0981\u09bc\u115f\u1160\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3164\ufe00-\ufe0f\uffa0]/gu;
const POSSESSIVE = /['’ʼ]s\b/gu;
const APOSTROPHE = /['’ʼ`]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SPELLED_OUT = 3;

/**
 * The words of a text in the form in which they are compared: without case, width, accents, invisible characters, repeated letters,
 * similar letters and digits in the place of letters. Words that are spelled out ("p o r n") become one.
 */
export function wordsOf(text: string): string[] {
  const plain = plainText(text).replace(POSSESSIVE, '').replace(APOSTROPHE, '');
  return joinLetters((plain.match(WORD) ?? []).map(withoutDigits));
}

/** The same for an entry of a list, but keeps `*`. */
export function patternWordsOf(entry: string): string[] {
  return plainText(entry)
    .replace(POSSESSIVE, '')
    .replace(APOSTROPHE, '')
    .split(/[^\p{L}\p{M}\p{N}*]+/u)
    .filter((word) => word.replaceAll('*', '') !== '')
    .map(withoutDigits);
}

function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(LOOKALIKE, (sign) => LOOKALIKES[sign]!)
    .replace(/[०-९০-৯]/gu, asciiDigit)
    .replace(/(?<=\p{L})@|@(?=\p{L})/gu, 'a')
    .replace(/(?<=\p{L})\$|\$(?=\p{L})/gu, 's')
    .replace(/(\p{L})\1{2,}/gu, '$1');
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  return String(code - ZEROS.findLast((zero) => zero <= code)!);
}

/** Numbers stay numbers. */
function withoutDigits(word: string): string {
  return /[a-z]/.test(word) ? word.replace(/[013457]/g, (digit) => LEET[digit]!) : word;
}

function joinLetters(words: string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length;) {
    let end = i;
    while (end < words.length && /^[a-z]$/.test(words[end]!)) end += 1;
    const isSpelledOut = end - i >= SPELLED_OUT;
    joined.push(isSpelledOut ? words.slice(i, end).join('') : words[i]!);
    i = isSpelledOut ? end : i + 1;
  }
  return joined;
}
