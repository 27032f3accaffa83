import { MAX_BILL_LINES, readBillFile, toAmount, toBillLines } from './bill-file';

const COLUMNS = { task: 'Request ID', amount: 'Cost (USD)', date: 'Created at' };
const read = (text: string) => toBillLines(readBillFile(Buffer.from(text)), COLUMNS);
const HEAD = 'Created at,Request ID,Cost (USD)\n';

describe('the file of a bill', () => {
  it.each([
    ['commas', `${HEAD}2026-11-21,abc,0.018\n`],
    ['semicolons', `Created at;Request ID;Cost (USD)\r\n2026-11-21T10:00:00Z;abc;$0.018\r\n`],
    ['tabs', `Created at\tRequest ID\tCost (USD)\n2026-11-21 10:00:00\tabc\t0.018 USD\n`],
    ['a byte order mark and quotes', `\uFEFF"Created at","Request ID","Cost (USD)"\n"2026-11-21","abc","0.018"\n`],
    [
      'empty lines and other columns',
      `Created at,Request ID,Note,Cost (USD)\n\n2026-11-21,abc,"a, ""b""",0.018\n,,,\n`,
    ],
  ])('is read with %s', (_what, text) => {
    expect(read(text)).toEqual([{ line: 1, taskId: 'abc', amountMicros: 18_000, date: '2026-11-21' }]);
  });

  it('formulas and protected cells are text, and a line of totals has no task', () => {
    expect(read(`${HEAD}2026-11-21,=1+1,1\n2026-11-21,'-abc,1\n,,2.00\n`).map(({ taskId }) => taskId)).toEqual([
      '=1+1',
      '-abc',
      null,
    ]);
  });

  it.each([
    ['1,234.5', 1_234_500_000],
    ['12,34,567.00', 1_234_567_000_000],
    ['$0.018', 18_000],
    ['-0.5', -500_000],
    ['(0.5)', -500_000],
    ['0.0000005', 1],
    ['0.00000049', 0],
    ['-0', 0],
    ['₹4.50', 4_500_000],
    ['=0.5', null],
    ['1e3', null],
    ['1.234,50', null],
    ['--1', null],
    ['', null],
    ['NaN', null],
    ['999999999999', null],
  ])('the amount %j is %j millionths', (cell, micros) => expect(toAmount(cell)).toBe(micros));

  it.each<[string, string | Buffer, string]>([
    ['another encoding', Buffer.from(`${HEAD}2026-11-21,abc,1\n`, 'utf16le'), 'not a CSV file'],
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0x0a, 0x62]), 'not in UTF-8'],
    ['a binary file', Buffer.from('PK\u0003\u0004\0\0'), 'not a CSV file'],
    ['nothing', '', 'no lines below its header'],
    ['only a header', HEAD, 'no lines below its header'],
    ['no such column', 'a,b\n1,2\n', 'The file has no column “Request ID”. Its columns are: a, b.'],
    ['two columns with the same name', 'a,a\n1,2\n', 'same name'],
    ['a line with more cells', `${HEAD}2026-11-21,abc,1,2\n`, 'not a valid CSV file, near line 2'],
    ['an open quote', `${HEAD}2026-11-21,"abc,1\n`, 'not a valid CSV file'],
    ['a huge cell', `${HEAD}2026-11-21,${'a'.repeat(30_000)},1\n`, 'not a valid CSV file'],
    ['a formula as amount', `${HEAD}2026-11-21,abc,=1+1\n`, 'Line 1: “=1+1” is not an amount.'],
    ['an ambiguous date', `${HEAD}2026-11-21,abc,1\n01/02/2026,abd,1\n`, 'Line 2: “01/02/2026” is not a date'],
    ['an impossible date', `${HEAD}2026-02-30,abc,1\n`, 'is not a date'],
    ['no date', `${HEAD},abc,1\n`, 'Line 1 has no date.'],
    ['no task at all', `${HEAD}2026-11-21,,1\n`, 'No line has a task ID'],
    ['too many lines', HEAD + '2026-11-21,abc,1\n'.repeat(MAX_BILL_LINES + 1), 'more than 20,000 lines'],
  ])('is refused with a plain reason: %s', (_what, text, reason) => {
    expect(() => toBillLines(readBillFile(Buffer.from(text as string)), COLUMNS)).toThrow(reason);
  });
});
