import { randomBytes } from 'node:crypto';

/** Without the letters I, L and O, which look like digits, and U. */
const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !['I', 'L', 'O', 'U'].includes(letter));
const CHARACTERS = 16;

/** A number that cannot be guessed, 80 random bits, for example `7K3M-9QXD-01AB-ZY4T`. */
export function newReportNumber(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(/.{4}/g)!.join('-');
}
