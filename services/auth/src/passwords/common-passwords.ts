import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of other passwords, one in eleven million shares its first 40 bits with one of 100,000, and is refused wrongly. */
const ENTRY_BYTES = 5;
/** Sorted hash prefixes; `assets/README.md` says where they are from and how they are made again. */
export const COMMON_PASSWORDS_FILE = join(__dirname, '..', '..', 'assets', 'common-passwords.bin');

let entries: Buffer | undefined;

/**
 * Whether a password is among the 100,000 most common ones, in any case of its letters. The list is read at the first call,
 * 500 kB; each call is a hash and a binary search of 17 steps.
 */
export function isCommonPassword(password: string): boolean {
  entries ??= readFileSync(COMMON_PASSWORDS_FILE);
  const wanted = entryOf(password);
  let low = 0;
  let high = entries.length / ENTRY_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = entries.compare(wanted, 0, ENTRY_BYTES, middle * ENTRY_BYTES, (middle + 1) * ENTRY_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** The file's content for a list of passwords. */
export function compilePasswords(passwords: string[]): Buffer {
  const unique = new Set(passwords.map((password) => entryOf(password).toString('hex')));
  return Buffer.from([...unique].sort().join(''), 'hex');
}

function entryOf(password: string): Buffer {
  return createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().subarray(0, ENTRY_BYTES);
}
