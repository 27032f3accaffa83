import { LuitError } from '@luit/contracts/errors';
import { MAX_ZIP_FILES } from '@luit/contracts/generation/limits';
import { isStorable } from '@luit/contracts/messages/storable-text';

/** Valid bodies nest at most three levels deep. Much deeper ones would overflow the stack of recursive code. */
const MAX_DEPTH = 16;
/** Valid bodies have at most twenty fields. class-transformer needs quadratic time in the number of fields of an object. */
const MAX_KEYS = 100;
/**
 * Limits the values of the whole body, objects and arrays included. class-transformer needs linear time in these. The largest valid body
 * lists the files of a ZIP download.
 */
const MAX_VALUES = MAX_ZIP_FILES + 10;

/** @throws LuitError `invalid_json`, or `validation_failed` if the body exceeds the limits above or has text that nobody can store */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new LuitError('invalid_json', 'The request body is not valid JSON.');
  }
  checkShape(parsed);
  return parsed;
}

/** @throws LuitError `validation_failed` for text that Postgres refuses */
export function assertStorable(value: unknown): void {
  if (typeof value !== 'string' || isStorable(value)) return;
  throw new LuitError('validation_failed', 'The request contains a character that cannot be stored.');
}

/** Walks the body level by level instead of recursively, and removes `__proto__` keys. */
function checkShape(root: unknown): void {
  let level: unknown[] = [root];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new LuitError('validation_failed', 'The request body is nested too deeply.');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__'];
      const children = Object.values(value);
      values += children.length;
      if (values > MAX_VALUES || (!Array.isArray(value) && children.length > MAX_KEYS)) {
        throw new LuitError('validation_failed', 'The request body has too many values.');
      }
      [...Object.keys(value), ...children].forEach(assertStorable);
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
}
