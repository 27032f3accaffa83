import { LuitError } from '@luit/contracts/errors';
import { characterCount } from '@luit/contracts/messages/character-count';
import { parseNewPassword } from '../../records/users/account-input';
import { MIN_OPERATOR_PASSWORD } from '@luit/contracts/auth/limits';

/** Operators need longer passwords than users. @throws LuitError `weak_password`, `validation_failed` */
export function parseOperatorPassword(input: unknown, email: string): string {
  const password = parseNewPassword(input, email);
  if (characterCount(password) >= MIN_OPERATOR_PASSWORD) return password;
  const text = `Password must be at least ${MIN_OPERATOR_PASSWORD} characters long`;
  throw new LuitError('weak_password', text, { details: { password: text } });
}
