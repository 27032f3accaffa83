import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const LONGEST_TEXT_BYTES = 64 * 1024;

/** The last lines of a log file for an error message. JSON lines are reduced to level, message and error. */
export function logTail(file: string, lines = 15): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).map(readable).join('\n');
}

/** The text written to a log file since it had `start` bytes, up to its last 64 kB. */
export function textSince(file: string, start: number): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const from = Math.max(start, size - LONGEST_TEXT_BYTES);
    const text = Buffer.alloc(Math.max(0, size - from));
    return text.toString('utf8', 0, readSync(log, text, 0, text.length, from));
  } finally {
    closeSync(log);
  }
}

function readable(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    return [level, msg, err?.message].filter(Boolean).join('  ');
  } catch {
    return line; // Postgres, Redis and Node crashes write plain text.
  }
}
