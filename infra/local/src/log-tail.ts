import { readFileSync } from 'node:fs';

/** The last lines of a log file for an error message. JSON lines are reduced to level, message and error. */
export function logTail(file: string, lines = 15): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).map(readable).join('\n');
}

function readable(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    return [level, msg, err?.message].filter(Boolean).join('  ');
  } catch {
    return line; // Postgres, Redis and Node crashes write plain text.
  }
}
