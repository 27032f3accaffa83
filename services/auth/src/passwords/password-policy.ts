import { characterCount } from '@luit/contracts/messages/character-count';
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from '@luit/contracts/auth/limits';
import { isCommonPassword } from './common-passwords';

/**
 * Why this password is rejected, as a message for the user; undefined if it is accepted.
 *
 * @param email address of the account
 */
export function passwordWeakness(password: string, email: string): string | undefined {
  if (characterCount(password) < MIN_PASSWORD_CHARACTERS) return PASSWORD_TOO_SHORT;
  if (password.trim() === '') return 'Password must not consist only of spaces';
  const word = password.trim().toLowerCase();
  const address = email.toLowerCase();
  if (word === address || word === address.split('@', 1)[0]) return 'Password must not be your email address';
  if (isCommonPassword(password) || isCommonPassword(password.trim())) {
    return 'This is one of the most common passwords and easy to guess. Please choose another';
  }
  return undefined;
}
