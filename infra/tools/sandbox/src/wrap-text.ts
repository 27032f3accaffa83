const lineWidth = 40;
const maxLines = 5;

/** Wraps a text into at most five lines. Wide characters count twice; characters that no font shows are removed. */
export function wrapText(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Extended_Pictographic}\u{FE00}-\u{FE0F}]/gu, '')
    .trim();
  const lines: string[] = [];
  let line = '';
  for (const word of clean.split(' ').flatMap(chop)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > lineWidth) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  if (lines.length <= maxLines) return lines.join('\n');
  return `${lines.slice(0, maxLines).join('\n')}…`;
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0x1100 ? 2 : 1), 0);
}

/** Splits a word that is longer than a line. */
function chop(word: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (widthOf(part + character) > lineWidth) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
