import { isCommonPassword } from './common-passwords';

const MIN_CHARACTERS = 6;

/**
 * Why this password is rejected, as a message for the user; undefined if it is accepted.
 *
 * @param email address of the account
 */
export function passwordWeakness(password: string, email: string): string | undefined {
  if ([...password].length < MIN_CHARACTERS) return `Password must be at least ${MIN_CHARACTERS} characters long`;
  if (password.trim() === '') return 'Password must not consist of spaces only';
  const word = password.trim().toLowerCase();
  const address = email.toLowerCase();
  if (word === address || word === address.split('@', 1)[0]) return 'Password must not be your email address';
  if (isCommonPassword(password) || isCommonPassword(password.trim())) {
    return 'This password is among the most common ones and easy to guess. Please choose another';
  }
  return undefined;
}
