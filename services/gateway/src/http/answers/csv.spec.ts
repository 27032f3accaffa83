import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { csvCell, csvHead, csvLine } from './csv';

/** Every character that a spreadsheet may read as one of the signs that begin a formula. */
const SIGNS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  ['=', '+', '-', '@'].includes(character.normalize('NFKC').charAt(0)),
);
const cellsOf = (text: string): string[] => (parse(text, { bom: true, relax_column_count: true }) as string[][])[0]!;
const text = fc.string({ unit: 'binary' });

describe('a cell of a CSV file', () => {
  it.each(['＝', '＋', '－', '＠', '﹢', '﹣', '=', '+', '-', '@', '−', '\t', '\r', '\n'])(
    'that begins with %j is no formula',
    (sign) => {
      expect(cellsOf(csvLine([`${sign}1`, 'b']))).toEqual([`'${sign}1`, 'b']);
    },
  );

  it('is a formula neither after white space nor after characters that are not visible', () => {
    const start = fc.string({ unit: fc.constantFrom(' ', '\u00A0', '\u200B', '\uFEFF', '\u202E', '\t', '\0') });
    fc.assert(
      fc.property(start, fc.constantFrom(...SIGNS), text, (ignored, sign, rest) => {
        expect(csvCell(`${ignored}${sign}${rest}`)).toMatch(/^"?'/);
      }),
    );
  });

  it('has the content that was written, with one apostrophe at most before it', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2 }), (written) => {
        const read = cellsOf(csvLine(written));
        expect(read).toHaveLength(written.length);
        for (const [index, cell] of read.entries()) expect([written[index], `'${written[index]}`]).toContain(cell);
      }),
    );
  });

  it('is unchanged if it is a number or plain text', () => {
    expect(csvLine([-99.5, null, 'Asha', 'नाव', '1-2', 'a@b.in'])).toBe('-99.5,,Asha,नाव,1-2,a@b.in\r\n');
  });
});

it('a CSV file begins with a byte-order mark', () => {
  expect(
    Buffer.from(csvHead(['id', 'नाम']))
      .subarray(0, 5)
      .toString('hex'),
  ).toBe('efbbbf6964');
});

it('every route writes its CSV file with the one writer, which adds the byte-order mark and escapes cells', () => {
  const root = path.resolve(__dirname, '..', '..', '..', '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/src\/.*\.ts$/.test(file) && !/node_modules|\.spec\.ts$/.test(file),
  );
  const writers = sources.filter((file) =>
    /csvLine|csvHead|type: ['"]text\/csv/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(writers.sort()).toEqual(['gateway/src/http/answers/csv-files.ts', 'gateway/src/http/answers/csv.ts']);
});
