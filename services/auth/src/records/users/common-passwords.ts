import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** With 100,000 entries of 40 bits, one in eleven million other passwords is rejected by mistake. */
const ENTRY_BYTES = 5;
/** Sorted hash prefixes. `assets/README.md` describes their source and how to rebuild them. */
export const COMMON_PASSWORDS_FILE = join(__dirname, '..', '..', '..', 'assets', 'common-passwords.bin');

let entries: Buffer | undefined;

/**
 * Tells whether a password is among the 100,000 most common ones, ignoring case. The first call loads the list (500 kB); each
 * call is a hash and a binary search.
 */
export function isCommonPassword(password: string): boolean {
  entries ??= readFileSync(COMMON_PASSWORDS_FILE);
  const target = entryOf(password);
  let low = 0;
  let high = entries.length / ENTRY_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = entries.compare(target, 0, ENTRY_BYTES, middle * ENTRY_BYTES, (middle + 1) * ENTRY_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Builds the content of the file from a list of passwords. */
export function compilePasswords(passwords: string[]): Buffer {
  const unique = new Set(passwords.map((password) => entryOf(password).toString('hex')));
  return Buffer.from([...unique].sort().join(''), 'hex');
}

function entryOf(password: string): Buffer {
  return createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().subarray(0, ENTRY_BYTES);
}
