import { PASSWORD_TOO_SHORT } from '@luit/contracts/auth/limits';
import { passwordProblem } from '@luit/contracts/auth/password-limits';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { isCommonPassword } from './common-passwords';

const TEXTS = {
  short: PASSWORD_TOO_SHORT,
  spaces: 'Password must not consist only of spaces',
  address: 'Password must not be your email address',
};

/**
 * Why this password is rejected, as a message for the user; undefined if it is accepted.
 *
 * @param email address of the account
 */
export function passwordWeakness(password: string, email: string): string | undefined {
  const problem = passwordProblem(password, email);
  if (problem) return TEXTS[problem];
  const isAnotherSpelling = passwordProblem(canonicalEmail(password), canonicalEmail(email)) === 'address';
  if (isAnotherSpelling) return TEXTS.address;
  if (isCommonPassword(password) || isCommonPassword(password.trim())) {
    return 'This is one of the most common passwords and easy to guess. Please choose another';
  }
  return undefined;
}
