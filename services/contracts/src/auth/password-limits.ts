import { characterCount } from '../messages/character-count';
import { MIN_PASSWORD_CHARACTERS } from './limits';

export type PasswordProblem = 'short' | 'spaces' | 'address';

/**
 * The reason why a new password is rejected, as far as a browser can tell; null if it may be accepted. The server also rejects common ones.
 *
 * @param email address of the account
 */
export function passwordProblem(password: string, email: string): PasswordProblem | null {
  if (characterCount(password) < MIN_PASSWORD_CHARACTERS) return 'short';
  const word = password.trim().toLowerCase();
  if (word === '') return 'spaces';
  const address = email.trim().toLowerCase();
  return address !== '' && (word === address || word === address.split('@', 1)[0]) ? 'address' : null;
}
