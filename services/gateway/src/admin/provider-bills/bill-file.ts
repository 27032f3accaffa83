import { LuitError } from '@luit/contracts/errors';
import type { BillLine } from '@luit/contracts/generation/provider-bills';
import { day } from '@luit/contracts/messages/fields';
import { CsvError, parse } from 'csv-parse/sync';

export const MAX_BILL_BYTES = 5 * 1024 * 1024;
export const MAX_BILL_LINES = 20_000;
const MAX_COLUMNS = 100;
const MAX_RECORD_LENGTH = 20_000;
const MAX_TASK_LENGTH = 200;
/** Eight digits and six decimals are exact. */
const MAX_UNITS = 100_000_000;

export interface BillColumns {
  task: string;
  amount: string;
  date: string;
}

/** The columns of a CSV file and its records, without the header. */
export interface BillFile {
  columns: string[];
  records: string[][];
}

/**
 * Reads a CSV file with a header, separated by commas, semicolons or tabs, in UTF-8. Formulas are text like any other.
 *
 * @throws LuitError `validation_failed` with a reason for people
 */
export function readBillFile(bytes: Buffer): BillFile {
  const text = decode(bytes);
  const [columns = [], ...records] = parseCsv(text);
  const names = columns.map((name) => name.trim());
  if (names.every((name) => name === '') || records.length === 0) {
    throw refused('The file has no lines below its header');
  }
  if (names.length > MAX_COLUMNS) throw refused(`The file has more than ${MAX_COLUMNS} columns`);
  if (new Set(names).size < names.length) throw refused('Two columns of the file have the same name');
  if (records.length > MAX_BILL_LINES) {
    throw refused(`The file has more than ${MAX_BILL_LINES.toLocaleString('en-IN')} lines. Split it by date`);
  }
  return { columns: names, records };
}

/**
 * The lines of a bill by its columns. Empty lines are left out.
 *
 * @throws LuitError `validation_failed` with the line that cannot be read
 */
export function toBillLines({ columns, records }: BillFile, chosen: BillColumns): BillLine[] {
  const indexOf = (name: string): number => {
    const index = columns.indexOf(name);
    if (index < 0) throw refused(`The file has no column “${name}”. Its columns are: ${columns.join(', ')}`);
    return index;
  };
  const [task, amount, date] = [indexOf(chosen.task), indexOf(chosen.amount), indexOf(chosen.date)];
  if (new Set([task, amount, date]).size < 3) throw refused('Choose a different column for each field');
  const lines = records.map((record, i) => toLine(i + 1, record[task] ?? '', record[amount] ?? '', record[date] ?? ''));
  if (!lines.some(({ taskId }) => taskId !== null)) throw refused(`No line has a task ID in “${chosen.task}”`);
  if (!lines.some((line) => line.date !== null)) throw refused(`No line has a date in “${chosen.date}”`);
  return lines;
}

function toLine(line: number, task: string, amount: string, date: string): BillLine {
  const taskId = unquoted(task);
  if (taskId.length > MAX_TASK_LENGTH) throw refused(`Line ${line}: the task ID is too long`);
  const amountMicros = toAmount(amount);
  if (amountMicros === null) throw refused(`Line ${line}: “${shortened(amount)}” is not an amount`);
  const billedOn = toDay(date);
  if (billedOn === undefined) {
    throw refused(`Line ${line}: “${shortened(date)}” is not a date. Write dates as 2026-11-21`);
  }
  if (taskId !== '' && billedOn === null) throw refused(`Line ${line} has no date`);
  return { line, taskId: taskId || null, amountMicros, date: billedOn };
}

/** Spreadsheets protect texts that look like formulas with an apostrophe. */
function unquoted(cell: string): string {
  return cell.trim().replace(/^'/, '');
}

/** Millionths, rounded half away from zero; null unless it is a number such as `1,234.50`, `$0.018` or `(0.5)`. */
export function toAmount(cell: string): number | null {
  const plain = unquoted(cell).replace(/^\((.*)\)$/, '-$1');
  const match = /^(-?)\s*[$€£₹¥]?\s*(-?)(\d+|\d{1,3}(?:,\d{2,3})+)(?:\.(\d{1,20}))?(?:\s*[A-Z]{3})?$/.exec(plain);
  if (!match) return null;
  const [, sign, innerSign, whole = '', fraction = ''] = match;
  if (sign && innerSign) return null;
  const units = Number(whole.replaceAll(',', ''));
  if (units > MAX_UNITS) return null;
  const digits = fraction.padEnd(7, '0');
  const micros = units * 1_000_000 + Number(digits.slice(0, 6)) + (digits[6]! >= '5' ? 1 : 0);
  return micros !== 0 && (sign || innerSign) ? -micros : micros;
}

/** The day as written, whatever follows it; null if the cell is empty, undefined if it is no date. */
function toDay(cell: string): string | null | undefined {
  const text = unquoted(cell);
  if (text === '') return null;
  const [, written] = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(text) ?? [];
  return written && day.safeParse(written).success ? written : undefined;
}

function decode(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('The file is not in UTF-8. Save it as “CSV UTF-8” and try again');
  }
  if (text.includes('\0')) throw refused('The file is not a CSV file');
  return text;
}

/** The separator that occurs most often in the header. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).delimiter;
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_RECORD_LENGTH,
      to: MAX_BILL_LINES + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(`The file is not a valid CSV file, near line ${String(error.lines ?? 1)}`);
  }
}

function shortened(cell: string): string {
  return cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
}

function refused(message: string): LuitError {
  return new LuitError('validation_failed', `${message}.`);
}
