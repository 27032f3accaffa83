import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { readFileSync, writeFileSync } from 'node:fs';
import { COMMON_PASSWORDS_FILE, compilePasswords } from './common-passwords';

const MAX_ENTRIES = 100_000;

/** Usage: `assets/README.md`. */
const [, , file = ''] = process.argv;
const passwords = readFileSync(file, 'utf8')
  .split(/\r?\n/)
  .map((password) => password.toLowerCase())
  .filter((password) => characterCount(password) >= MIN_PASSWORD_CHARACTERS);
writeFileSync(COMMON_PASSWORDS_FILE, compilePasswords([...new Set(passwords)].slice(0, MAX_ENTRIES)));
