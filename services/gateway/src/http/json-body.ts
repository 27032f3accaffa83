import { LuitError } from '@luit/contracts/errors';

/** No body of ours nests deeper than three levels; what nests much deeper would overflow the stack of whoever walks it. */
const MAX_DEPTH = 16;
/** No body of ours has more than twenty fields. class-transformer takes quadratic time in the fields of an object. */
const MAX_KEYS = 100;
/** Values of the whole body, objects and arrays included. class-transformer takes linear time in these. */
const MAX_VALUES = 500;

/** @throws LuitError `invalid_json`, or `validation_failed` where it holds more than any body of ours */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new LuitError('invalid_json', 'The body of the request is not valid JSON.');
  }
  checkShape(parsed);
  return parsed;
}

/** Level by level and not by recursion, so that depth costs no stack. Takes away keys that reach for a prototype. */
function checkShape(root: unknown): void {
  let level: unknown[] = [root];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new LuitError('validation_failed', 'The body of the request nests too deeply.');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__'];
      const children = Object.values(value);
      values += children.length;
      if (values > MAX_VALUES || (!Array.isArray(value) && children.length > MAX_KEYS)) {
        throw new LuitError('validation_failed', 'The body of the request has too many values.');
      }
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
}
